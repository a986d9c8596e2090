import { describe, expect, it } from 'vitest';
import { unwrap } from '../../../../src/studio/import/wrappers/unwrap';

const prompt =
  'You grade answers about gardening.\n\nQuestion: {{question}}\nAnswer: {{answer}}\n\nReply with a score from 1 to 5.';
const indented = (text: string, by: string) => text.replaceAll(/^(?=.)/gm, by);
const messages = [
  { role: 'system', content: 'You grade answers about gardening, strictly.' },
  { role: 'user', content: 'Question: {question}' },
];
const joined = 'You grade answers about gardening, strictly.\n\nQuestion: {question}';

const cases: [
  name: string,
  pasted: string,
  wrapper: string,
  text: string,
  title: string,
  notMapped: string[],
][] = [
  ['plain text', prompt, 'none', prompt, '', []],
  ['a text that ends with JSON', `${prompt}\n{"score": 1}`, 'none', `${prompt}\n{"score": 1}`, '', []],
  ['ChatML', `<|im_start|>system\n${prompt}<|im_end|>\n<|im_start|>assistant\n`, 'chatml', prompt, '', []],
  [
    'ChatML in Python, and words behind its turns',
    `P = """<|im_start|>system\n${prompt}<|im_end|>\nReply in JSON."""`,
    'python',
    `${prompt}\n\nReply in JSON.`,
    '',
    [],
  ],
  [
    'a short prompt in JavaScript',
    'export const judge = `Grade the bed.\nBed: ${bed}\nReply {"tidy": true}`;',
    'js',
    'Grade the bed.\nBed: ${bed}\nReply {"tidy": true}',
    'Judge',
    [],
  ],
  [
    'a short prompt in a file of Python',
    'from x import y\n\nBED = """Grade the bed: {bed}"""\n\ndef grade(bed, plants, weather):\n    for plant in plants:\n        yield call(BED.format(bed=bed), plant)\n',
    'python',
    'Grade the bed: {bed}',
    'Bed',
    [],
  ],
  [
    'a request in Python',
    `ask(messages=[{"role": "user",\n  "content": f"""${prompt}"""}])`,
    'python',
    prompt,
    '',
    [],
  ],
  [
    'a prompt that another string puts before the case',
    `GARDEN = """${prompt}"""\nrun(p=f"{GARDEN}\\n\\nNote: {note}")\n`,
    'python',
    `${prompt}\n\nNote: {note}`,
    'Garden',
    [],
  ],
  [
    'pairs of role and text in Python',
    `P = Template.from_messages([\n  ("system", """Be strict."""),\n  (\n    "human",\n    """${prompt}"""\n  ),\n])`,
    'python',
    `Be strict.\n\n${prompt}`,
    '',
    [],
  ],
  ['messages', JSON.stringify(messages), 'messages', joined, '', []],
  [
    'a request',
    JSON.stringify({ model: 'm', temperature: 0, messages }),
    'messages',
    joined,
    '',
    ['model', 'temperature'],
  ],
  [
    'parts of text',
    JSON.stringify([{ role: 'user', content: [{ type: 'text', text: prompt }] }]),
    'messages',
    prompt,
    '',
    [],
  ],
  [
    'front matter',
    `---\nname: Garden\nmodel: m\n---\n${prompt}\n`,
    'front-matter',
    prompt,
    'Garden',
    ['model'],
  ],
  [
    'front matter with roles',
    `---\nname: Garden\n---\nsystem:\nBe strict with every gardener.\n\nuser:\n${prompt}\n`,
    'front-matter',
    `Be strict with every gardener.\n\n${prompt}`,
    'Garden',
    [],
  ],
  [
    'YAML',
    `name: Garden\nprompt: |\n${indented(prompt, '  ')}\ntemperature: 0\n`,
    'yaml',
    prompt,
    'Garden',
    ['temperature'],
  ],
  ['Python', `import os\n\nGARDEN_PROMPT = """${prompt}"""\n`, 'python', prompt, 'Garden', []],
  [
    'an f-string',
    `def ask(q):\n    return f"""\n${indented(prompt, '    ')}\n    """\n`,
    'python',
    prompt,
    '',
    [],
  ],
  [
    'joined Python strings',
    `PROMPT = (\n    "You grade answers about gardening, on a scale from one to five.\\n"\n    'Say "good" where it is good.\\n'\n)\n`,
    'python',
    'You grade answers about gardening, on a scale from one to five.\nSay "good" where it is good.',
    '',
    [],
  ],
  [
    'a system text and the text with the inputs',
    `RUN_SYSTEM = """
You grade answers about gardening, strictly and fairly, and never guess.
"""

RUN_PROMPT = """
${prompt}
"""
`,
    'python',
    `You grade answers about gardening, strictly and fairly, and never guess.\n\n${prompt}`,
    'Run',
    [],
  ],
  [
    'a string that another one fills in',
    `role = """${prompt}"""\nfull = (f"{role}\\n"\n    f"Topic: {topic}")\n`,
    'python',
    `${prompt}\nTopic: {topic}`,
    'Role',
    [],
  ],
  [
    'an entry of a dictionary',
    `    "depth": (\n        "You grade how deep an answer about gardening goes, and nothing but that.\\n"\n        "Reply with a score."\n    ),\n`,
    'python',
    'You grade how deep an answer about gardening goes, and nothing but that.\nReply with a score.',
    'Depth',
    [],
  ],
  [
    'a template literal',
    `export const gardenPrompt = (q: string) => \`${prompt.replace('{{question}}', '${q}')} \\\`code\\\`\`;\n`,
    'js',
    `${prompt.replace('{{question}}', '${q}')} \`code\``,
    'Garden',
    [],
  ],
];

describe('unwrap', () => {
  it.each(cases)('finds the prompt in %s', (_, pasted, wrapper, text, title, notMapped) => {
    const found = unwrap(pasted);
    expect({ wrapper: found.wrapper, ...found.prompts[0] }).toMatchObject({
      wrapper,
      title,
      text,
      cases: [],
      notMapped,
    });
    expect(found.prompts).toHaveLength(1);
  });

  it("takes the labels of OpenAI's model-graded evals", () => {
    const file = `garden:\n  prompt: |-\n${indented(prompt, '    ')}\n  choice_strings:\n    - Fine\n    - Poor\n`;
    expect(unwrap(file).prompts).toMatchObject([
      { text: prompt, notMapped: [], grader: { labels: ['Fine', 'Poor'] } },
    ]);
  });

  it('reads a label grader with its items', () => {
    const file = {
      testing_criteria: [
        {
          type: 'label_model',
          name: 'Tone',
          model: 'm',
          input: [{ role: 'user', content: 'Tone of {{ sample.output_text }} for {{item.who}}?' }],
          labels: ['kind', 'rude'],
          passing_labels: ['kind'],
        },
        { type: 'string_check', name: 'Exact', operation: 'eq' },
      ],
      data_source: { source: { content: [{ item: { who: 'Ada', age: 3 } }, { item: { who: 'Bo' } }] } },
    };
    expect(unwrap(JSON.stringify(file))).toEqual({
      wrapper: 'openai-grader',
      prompts: [
        {
          title: 'Tone',
          text: 'Tone of {{output_text}} for {{who}}?',
          cases: [{ who: 'Ada', age: '3' }, { who: 'Bo' }],
          notMapped: ['model', 'Exact'],
          grader: { labels: ['kind', 'rude'], passing: ['kind'] },
        },
      ],
    });
  });

  it('reads a score grader with its items on lines of their own', () => {
    const grader = {
      type: 'score_model',
      name: 'Depth',
      input: [{ role: 'user', content: 'Rate {{item.text}}' }],
      range: [0, 10],
      pass_threshold: 6,
    };
    const [found] = unwrap(`${JSON.stringify(grader)}\n${JSON.stringify({ item: { text: 'a' } })}\n`).prompts;
    expect(found?.cases).toEqual([{ text: 'a' }]);
    expect(found?.grader).toEqual({ score: { range: [0, 10], threshold: 6 } });
  });

  it('reads a grader that a Python program holds', () => {
    const code = `GRADER: dict = {
  "type": "score_model",
  "name": "Depth",
  "input": [{"role": "user", "content": """Rate "{{item.text}}" now"""}],
  "range": [0, 1],
}`;
    expect(unwrap(code)).toMatchObject({
      wrapper: 'openai-grader',
      prompts: [{ text: 'Rate "{{text}}" now', grader: { score: { range: [0, 1] } } }],
    });
  });

  it('reads promptfoo assertions once each, and as cases the tests that have an output', () => {
    const yaml = `prompts: [file://a.txt]
tests:
  - vars: { topic: roses }
    assert:
      - { type: llm-rubric, value: Names at least one season, threshold: 0.8 }
      - { type: contains, value: rose }
  - vars: { topic: oaks, output: An oak. }
    assert:
      - { type: llm-rubric, value: Names at least one season }
      - { type: llm-rubric, value: Is polite, provider: x }
`;
    expect(unwrap(yaml)).toEqual({
      wrapper: 'promptfoo',
      prompts: [
        {
          title: '',
          text: 'Names at least one season\n\nIs polite',
          cases: [{ topic: 'oaks', output: 'An oak.' }],
          grader: { checks: ['Names at least one season', 'Is polite'], shows: ['output'] },
          notMapped: ['threshold', 'provider', 'contains', 'assert of single tests', 'vars without output'],
        },
      ],
    });
  });

  it('takes a promptfoo rubricPrompt as the prompt, and what is asserted as its input', () => {
    const yaml = `defaultTest: { options: { rubricPrompt: 'Judge {{output}} by {{rubric}}' } }
tests:
  - { vars: { output: A rose. }, assert: [{ type: llm-rubric, value: Is polite }] }
`;
    const [prompt] = unwrap(yaml).prompts;
    expect(prompt).toMatchObject({
      text: 'Judge {{output}} by {{rubric}}',
      cases: [{ output: 'A rose.', rubric: 'Is polite' }],
    });
    expect(prompt?.grader).toBeUndefined();
  });

  it('reads a promptfoo rubricPrompt that is written as messages, with the place of a picture', () => {
    const turns = [
      { role: 'system', content: 'Grade the chart.' },
      { role: 'user', content: [{ type: 'image_url', image_url: { url: '{{chart}}' } }] },
    ];
    const file = { assert: [{ type: 'llm-rubric', rubricPrompt: JSON.stringify(turns) }] };
    expect(unwrap(JSON.stringify(file)).prompts).toMatchObject([
      { text: 'Grade the chart.\n\n{{chart}}', notMapped: [] },
    ]);
  });

  it('reads a G-Eval definition', () => {
    const code = `m = GEval(
    name="Tact",
    criteria="Is the 'actual output' tactful?",
    evaluation_steps=["Read it.", 'Say "no" to insults.'],
    evaluation_params=[LLMTestCaseParams.ACTUAL_OUTPUT],
    threshold=0.7,
)`;
    expect(unwrap(code).prompts[0]).toMatchObject({
      title: 'Tact',
      grader: { score: { threshold: 0.7 }, shows: ['actual_output'] },
    });
    expect(unwrap(code).prompts[0]?.text).toBe(
      `Is the 'actual output' tactful?\n\nRead it.\nSay "no" to insults.`,
    );
  });

  it('takes no prose for YAML, and no quotation for code', () => {
    const prose = ['Task: judge the text.', '', 'Scale:', '1 = bad', '5 = good'].join('\n');
    const quoting = `Judge whether the answer uses \`\`\`python\nx = """${'a'.repeat(90)}"""\n\`\`\` well. ${'Be strict. '.repeat(40)}`;
    expect([prose, quoting].map((text) => unwrap(text).wrapper)).toEqual(['none', 'none']);
  });

  it('ends a template literal after those inside it', () => {
    const code = `const p = \`${prompt} \${x ? \`failed: \${y}\` : ''} The end of this prompt.\`;`;
    expect(unwrap(code).prompts[0]?.text).toMatch(/^You grade.*The end of this prompt\.$/s);
  });
});
