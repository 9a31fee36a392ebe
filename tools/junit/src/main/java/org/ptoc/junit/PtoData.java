package org.ptoc.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;
import org.ptoc.tools.data.DataArray;

/**
 * Marks a parameter or field of type {@link DataArray}, as {@link PtoKernel} marks kernels; the
 * array of an {@code .npy} file is read and injected, with its element type and shape. A file that
 * is none fails the test with the reason.
 */
@Documented
@Target({ElementType.PARAMETER, ElementType.FIELD})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(PtoDataExtension.class)
public @interface PtoData {
  /** The file, looked for in the places of {@link PtoKernel#value}. */
  String value();
}
