import { z } from 'zod';
import { accountRequestSchema, accountSchema } from '../account';
import { blocker, featureRef, switchDecision } from '../fields';
import { historyEntrySchema, historySchema } from '../history';
import { portalSessionRequestSchema, portalSessionSchema } from '../portal-session';
import { problemSchema } from '../problem';
import { switchPreviewSchema, switchRequestSchema, switchResultSchema } from '../switch';
import { versionSchema } from '../version';
import {
  appSchema,
  matrixFeatureSchema,
  matrixSchema,
  versionEntrySchema,
  versionListSchema,
} from '../version-list';
import type { Reference, Schema } from './document';

/** Shapes that have a name of their own in the description. */
const named = {
  VersionList: versionListSchema,
  VersionEntry: versionEntrySchema,
  SwitchDecision: switchDecision,
  Blocker: blocker,
  Matrix: matrixSchema,
  MatrixFeature: matrixFeatureSchema,
  App: appSchema,
  Version: versionSchema,
  SwitchPreview: switchPreviewSchema,
  FeatureRef: featureRef,
  SwitchRequest: switchRequestSchema,
  SwitchResult: switchResultSchema,
  History: historySchema,
  HistoryEntry: historyEntrySchema,
  AccountRequest: accountRequestSchema,
  AccountAnswer: accountSchema,
  PortalSessionRequest: portalSessionRequestSchema,
  PortalSession: portalSessionSchema,
  Problem: problemSchema,
} satisfies Record<string, z.ZodType>;

const registry = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries(named)) registry.add(schema, { id });

/**
 * The named shapes as JSON Schema. Objects of answers stay open, because changes only add; a request that is closed
 * says so.
 */
export function componentSchemas(): Record<string, Schema> {
  const { schemas } = z.toJSONSchema(registry, { io: 'input', override: plain, uri: schemaAddress });
  return Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, withoutIdentity(schema)]));
}

/** A shape as JSON Schema: a reference where it has a name. */
export function toSchema(schema: z.ZodType, io: 'input' | 'output' = 'input'): Schema {
  const name = registry.get(schema)?.id;
  if (name) return { $ref: schemaAddress(name) };
  return withoutIdentity(z.toJSONSchema(schema, { io, override: plain }));
}

/** Reference to a component. */
export function referTo(kind: 'headers' | 'examples' | 'responses', name: string): Reference {
  return { $ref: `#/components/${kind}/${name}` };
}

export function schemaAddress(name: string): string {
  return `#/components/schemas/${name}`;
}

type Conversion = z.core.ToJSONSchemaParams['override'];

/** Bounds that only say how far a number is exact in JavaScript are of no use to a reader. */
const plain: Conversion = ({ jsonSchema }) => {
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
};

function withoutIdentity(schema: z.core.JSONSchema.BaseSchema): Schema {
  const { $schema: _, $id: __, ...rest } = schema;
  return rest as Schema;
}
