import { md5 } from '@noble/hashes/legacy.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { FileFlaw } from '../../core/model/device';
import { Seal } from '../in-tab/seal';

export interface CheckedBody {
  stream: ReadableStream<Uint8Array<ArrayBuffer>>;
  /** What was wrong with the bytes, once all have passed; null: nothing. */
  readonly wrong: FileFlaw | null;
  /** By which these bytes are known again, once all have passed and are right. */
  readonly seal: string;
}

/** What bytes have to be. Null: anything. */
interface Promised {
  bytes: number;
  md5: string | null;
  seal?: string | null;
}

/**
 * The same bytes, counted and hashed as they pass. Where they are not the ones that were promised the stream ends in an error, so
 * that whoever stores them stores nothing.
 */
export function checkedBody(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  promised: Promised,
  onBytes: (count: number) => void,
): CheckedBody {
  const hash = promised.md5 === null ? null : md5.create();
  const sealing = new Seal();
  let seal = '';
  let bytes = 0;
  let wrong: FileFlaw | null = null;
  const refuse = (controller: TransformStreamDefaultController, why: FileFlaw) => {
    wrong = why;
    controller.error(new Error(`Other bytes came than were promised: ${why.kind}.`));
  };
  const stream = body.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      async transform(piece, controller) {
        bytes += piece.length;
        if (bytes > promised.bytes) {
          refuse(controller, { kind: 'size', came: null, expected: promised.bytes });
          return;
        }
        hash?.update(piece);
        await sealing.add(piece);
        onBytes(piece.length);
        controller.enqueue(piece);
      },
      async flush(controller) {
        seal = await sealing.text();
        if (bytes !== promised.bytes)
          refuse(controller, { kind: 'size', came: bytes, expected: promised.bytes });
        else if (
          (hash && bytesToHex(hash.digest()) !== promised.md5?.toLowerCase()) ||
          (typeof promised.seal === 'string' && promised.seal !== seal)
        )
          refuse(controller, { kind: 'other-bytes' });
      },
    }),
  );
  return {
    stream,
    get wrong() {
      return wrong;
    },
    get seal() {
      return seal;
    },
  };
}
