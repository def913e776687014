import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { z } from 'zod';

// A backup is a folder: manifest.json, and for each table a gzipped file in PostgreSQL's COPY text format.

export const manifestName = 'manifest.json';

/** Increased when the format changes in a way that an older `npm run restore` can't read. */
export const formatVersion = 1;

export const manifestSchema = z.object({
  format_version: z.literal(formatVersion),
  created_at: z.iso.datetime(),
  /** Names of the applied migrations, in order. */
  migrations: z.array(z.string().regex(/^\d{14}_\w+$/)).min(1),
  tables: z.array(
    z.object({
      name: z.string().regex(/^[a-z_]+$/),
      columns: z.array(z.string().regex(/^[a-z_]+$/)).min(1),
      rows: z.number().int().min(0),
      /** SHA-256 of the uncompressed content, in hexadecimal. */
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
    }),
  ),
});

export type Manifest = z.infer<typeof manifestSchema>;
export type BackupTable = Manifest['tables'][number];

export function tableFile(folder: string, table: string): string {
  return join(folder, `${table}.copy.gz`);
}

/** A column list for COPY. */
export function columnList({ columns }: Pick<BackupTable, 'columns'>): string {
  return columns.map((column) => `"${column}"`).join(', ');
}

/** Passes data on and computes its SHA-256. */
export class HashingStream extends Transform {
  readonly #hash = createHash('sha256');

  override _transform(chunk: Buffer, _: BufferEncoding, done: (error: null, chunk: Buffer) => void): void {
    this.#hash.update(chunk);
    done(null, chunk);
  }

  digest(): string {
    return this.#hash.digest('hex');
  }
}
