package org.ptoc.vector;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** At most one unit in the last place; {@link AccuracySurvey} measures with more data. */
class AccuracyTest {
  static Stream<AccuracySurvey.Subject> subjects() {
    return AccuracySurvey.SUBJECTS.stream();
  }

  @ParameterizedTest
  @MethodSource("subjects")
  void errorsAreAtMostOneUnit(AccuracySurvey.Subject subject) {
    for (AccuracySurvey.Finding finding :
        new AccuracySurvey.Finding[] {
          AccuracySurvey.halves(subject, 2), AccuracySurvey.singles(subject, 200_000)
        }) {
      assertThat(finding.largest()).isLessThanOrEqualTo(1.0);
      assertThat(finding.wrong()).isZero();
    }
  }
}
