import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileFunction, constants } from 'node:vm';
import type * as xgrammar from '@mlc-ai/web-xgrammar';

/** The grammar engine of WebLLM, alone. Its file is made for `require`, but its package forbids that: so it is run by hand. */
function loadXGrammar(): Partial<typeof xgrammar> {
  const file = fileURLToPath(import.meta.resolve('@mlc-ai/web-xgrammar'));
  const names = ['exports', 'module', 'require', '__filename', '__dirname'];
  const exported: Partial<typeof xgrammar> = {};
  const run = compileFunction(readFileSync(file, 'utf8'), names, {
    filename: file,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  Reflect.apply(run, globalThis, [exported, {}, createRequire(file), file, dirname(file)]);
  return exported;
}

const { Grammar, GrammarCompiler, Testings, TokenizerInfo } = loadXGrammar();

/** Whether a grammar takes a text, whole. Rejects where the grammar cannot be made ready for a model. */
export async function acceptorOf(ebnf: string): Promise<(text: string) => Promise<boolean>> {
  if (!Grammar || !GrammarCompiler || !Testings || !TokenizerInfo)
    throw new Error('Expected the grammar engine to load.');
  const testings = Testings;
  const vocabulary = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));
  const tokenizer = await TokenizerInfo.createTokenizerInfo([...vocabulary, '</s>'], 'raw', false, 96, [95]);
  const compiler = await GrammarCompiler.createGrammarCompiler(tokenizer);
  (await compiler.compileGrammar(ebnf)).dispose();
  const grammar = await Grammar.fromEBNF(ebnf);
  return (text) => testings.isGrammarAcceptString(grammar, text);
}
