/** A plugin for oxlint, whose own rules cannot tell `new Date()` from `new Date(time)`. */
export default {
  meta: { name: 'pure' },
  rules: {
    'no-current-date': {
      /** @param {{ report: (problem: { node: object, message: string }) => void }} context */
      create: (context) => ({
        /** @param {{ callee: { name?: string }, arguments: object[] }} node */
        NewExpression(node) {
          if (node.callee.name !== 'Date' || node.arguments.length > 0) return;
          context.report({
            node,
            message: 'Pass the time in, or name the file *.browser.ts.',
          });
        },
      }),
    },
  },
};
