import { z } from 'zod';
import {
  accountRequestSchema,
  accountResponseSchema,
  portalSessionRequestSchema,
  portalSessionSchema,
} from '../accounts';
import {
  addOnBlocker,
  addOnChangeRequestSchema,
  addOnChangeResultSchema,
  addOnDecision,
  addOnEntrySchema,
  addOnHistoryEntrySchema,
  addOnHistorySchema,
  addOnListSchema,
} from '../add-ons';
import { problemSchema } from '../errors';
import {
  accountCreatedEventSchema,
  addOnDisabledEventSchema,
  addOnEnabledEventSchema,
  catalogPublishedEventSchema,
  eventSchema,
  eventsSchema,
  versionSwitchedEventSchema,
} from '../events';
import { accountFeatureSchema, accountFeaturesSchema, featureAccessSchema } from '../features';
import { blocker, featureAmount, featureChange, featureContent, featureRef, switchDecision } from '../fields';
import { historyEntrySchema, historySchema, switchedAddOn } from '../history';
import { switchPreviewSchema, switchRequestSchema, switchResultSchema, totalSchema } from '../switch';
import {
  addOnSchema,
  appSchema,
  matrixFeatureSchema,
  matrixSchema,
  priceSchema,
  versionEntrySchema,
  versionListSchema,
  versionSchema,
} from '../versions';
import { webhookDeliveriesResponseSchema, webhookDeliverySchema, webhookEndpointSchema } from '../webhooks';
import type { Reference, Schema } from './types';

/** Schemas with a name in the OpenAPI document. */
const namedSchemas = {
  VersionList: versionListSchema,
  VersionEntry: versionEntrySchema,
  SwitchDecision: switchDecision,
  Blocker: blocker,
  Matrix: matrixSchema,
  MatrixFeature: matrixFeatureSchema,
  FeatureAmount: featureAmount,
  Offer: addOnSchema,
  Price: priceSchema,
  App: appSchema,
  Version: versionSchema,
  SwitchPreview: switchPreviewSchema,
  FeatureRef: featureRef,
  FeatureChange: featureChange,
  FeatureContent: featureContent,
  SwitchRequest: switchRequestSchema,
  SwitchResult: switchResultSchema,
  Total: totalSchema,
  OptionalFeatures: addOnListSchema,
  OptionalFeature: addOnEntrySchema,
  OptionDecision: addOnDecision,
  OptionBlocker: addOnBlocker,
  OptionChangeRequest: addOnChangeRequestSchema,
  OptionChangeResult: addOnChangeResultSchema,
  OptionHistory: addOnHistorySchema,
  OptionHistoryEntry: addOnHistoryEntrySchema,
  History: historySchema,
  HistoryEntry: historyEntrySchema,
  SwitchedOption: switchedAddOn,
  AccountFeatures: accountFeaturesSchema,
  AccountFeature: accountFeatureSchema,
  FeatureAccess: featureAccessSchema,
  AccountRequest: accountRequestSchema,
  AccountResponse: accountResponseSchema,
  PortalSessionRequest: portalSessionRequestSchema,
  PortalSession: portalSessionSchema,
  EventList: eventsSchema,
  Event: eventSchema,
  AccountCreatedEvent: accountCreatedEventSchema,
  VersionSwitchedEvent: versionSwitchedEventSchema,
  OptionEnabledEvent: addOnEnabledEventSchema,
  OptionDisabledEvent: addOnDisabledEventSchema,
  CatalogPublishedEvent: catalogPublishedEventSchema,
  WebhookEndpoint: webhookEndpointSchema,
  WebhookDeliveryList: webhookDeliveriesResponseSchema,
  WebhookDelivery: webhookDeliverySchema,
  Problem: problemSchema,
} satisfies Record<string, z.ZodType>;

const registry = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries(namedSchemas)) registry.add(schema, { id });

/**
 * The named schemas as JSON Schema. Response objects allow additional properties, because fields may be added later; strict
 * request objects don't.
 */
export function createComponentSchemas(): Record<string, Schema> {
  const { schemas } = z.toJSONSchema(registry, {
    io: 'input',
    override: removeSafeIntegerBounds,
    uri: schemaUri,
  });
  return Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, removeSchemaId(schema)]));
}

/** A schema as JSON Schema, or a reference to it if it is named. */
export function toSchema(schema: z.ZodType, io: 'input' | 'output' = 'input'): Schema {
  const name = registry.get(schema)?.id;
  if (name) return { $ref: schemaUri(name) };
  return removeSchemaId(z.toJSONSchema(schema, { io, override: removeSafeIntegerBounds }));
}

/** Reference to a component. */
export function createReference(kind: 'headers' | 'examples' | 'responses', name: string): Reference {
  return { $ref: `#/components/${kind}/${name}` };
}

export function schemaUri(name: string): string {
  return `#/components/schemas/${name}`;
}

type Conversion = z.core.ToJSONSchemaParams['override'];

/** The bounds of JavaScript's safe integers are not part of the API. */
const removeSafeIntegerBounds: Conversion = ({ jsonSchema }) => {
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
};

function removeSchemaId(schema: z.core.JSONSchema.BaseSchema): Schema {
  const { $schema: _, $id: __, ...rest } = schema;
  return rest as Schema;
}
