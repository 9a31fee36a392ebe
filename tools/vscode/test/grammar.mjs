// The scopes that the grammar gives to a line of each kind, through the tokenizer of the editor.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const textmate = require('vscode-textmate');
const oniguruma = require('vscode-oniguruma');

await oniguruma.loadWASM(readFileSync(require.resolve('vscode-oniguruma/release/onig.wasm')).buffer);
const registry = new textmate.Registry({
  onigLib: Promise.resolve({
    createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
    createOnigString: (text) => new oniguruma.OnigString(text),
  }),
  loadGrammar: async () =>
    textmate.parseRawGrammar(
      readFileSync(new URL('../syntaxes/pto.tmLanguage.json', import.meta.url), 'utf8'), 'pto.json'),
});
const grammar = await registry.loadGrammar('source.pto');

/** The innermost scope of the token that begins with a word. */
function scope(line, word) {
  const at = line.indexOf(word);
  const token = grammar.tokenizeLine(line, textmate.INITIAL).tokens.find((each) => each.startIndex <= at && at < each.endIndex);
  return token.scopes.at(-1);
}

const line = '  %r:2 = pto.vlds %p[%i] {dist = "NORM"} : !pto.ptr<f32, ub> -> !pto.vreg<64xf32> // end';
for (const [word, expected] of [
  ['%r', 'variable.other.pto'],
  ['pto.vlds', 'support.function.pto'],
  ['dist', 'variable.parameter.pto'],
  ['"NORM', 'string.quoted.double.pto'],
  ['!pto.ptr', 'entity.name.type.pto'],
  ['ub', 'constant.other.pto'],
  ['->', 'keyword.operator.pto'],
  ['64', 'constant.numeric.pto'],
  ['// end', 'comment.line.double-slash.pto'],
]) {
  assert.equal(scope(line, word), expected, word);
}
assert.equal(scope('func.func private @f(%a: i32)', 'func'), 'keyword.declaration.pto');
assert.equal(scope('func.func private @f(%a: i32)', '@f'), 'entity.name.function.pto');
assert.equal(scope('func.func private @f(%a: i32)', 'i32'), 'support.type.pto');
assert.equal(scope('pto.barrier #pto.pipe<PIPE_V>', 'PIPE_V'), 'constant.other.pto');
assert.equal(scope('module attributes {pto.target_arch = "a5"} {', 'pto.target'), 'variable.parameter.pto');
assert.equal(scope('cf.br ^next', '^next'), 'entity.name.label.pto');
console.log('grammar: ok');
