/** Thrown where a case could be put to nobody: it is asked again when the run goes on. */
export class Requeue extends Error {
  constructor(why: string) {
    super(why);
    this.name = 'Requeue';
  }
}
