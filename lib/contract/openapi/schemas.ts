import { z } from 'zod';
import * as changes from '../account-changes';
import * as accounts from '../accounts';
import * as addOns from '../add-ons';
import * as audit from '../audit';
import * as editions from '../catalog-editions';
import * as editionNotes from '../edition-notes';
import * as errors from '../errors';
import * as events from '../events';
import * as features from '../features';
import * as fields from '../fields';
import * as history from '../history';
import * as moves from '../moves';
import * as notices from '../notices';
import * as personalData from '../personal-data';
import * as portalSessions from '../portal-sessions';
import { revenueSchema } from '../revenue';
import { signedEntitlementsSchema } from '../signed-entitlements';
import * as switches from '../switch';
import * as terms from '../terms';
import * as usage from '../usage';
import * as versions from '../versions';
import * as webhooks from '../webhooks';
import type { Reference, Schema } from './types';

/** Schemas with a name in the OpenAPI document. */
const namedSchemas = {
  BillingPeriod: fields.anyBillingPeriod,
  Actor: fields.actor,
  VersionList: versions.versionListSchema,
  VersionEntry: versions.versionEntrySchema,
  SwitchDecision: fields.switchDecision,
  Blocker: fields.blocker,
  Matrix: versions.matrixSchema,
  MatrixFeature: versions.matrixFeatureSchema,
  FeatureAmount: fields.featureAmount,
  Offer: versions.addOnSchema,
  Price: versions.priceSchema,
  App: versions.appSchema,
  Version: versions.versionSchema,
  SwitchPreview: switches.switchPreviewSchema,
  PricedVersion: switches.pricedVersion,
  FeatureRef: fields.featureRef,
  FeatureChange: fields.featureChange,
  FeatureContent: fields.featureContent,
  SwitchRequest: switches.switchRequestSchema,
  SwitchResult: switches.switchResultSchema,
  Total: fields.totalSchema,
  AccountChange: changes.accountChangeSchema,
  AccountChangeList: changes.accountChangeListSchema,
  Request: changes.requestSchema,
  RequestList: changes.requestListSchema,
  AccountChangeResponse: changes.accountChangeResponseSchema,
  AccountChangeRequest: changes.changeRequestSchema,
  AccountChangeRefusal: changes.changeRefusalSchema,
  ClockRequest: changes.clockRequestSchema,
  ClockResponse: changes.clockResponseSchema,
  MoveRequest: moves.moveRequestSchema,
  MoveList: moves.moveListSchema,
  MoveResponse: moves.moveResponseSchema,
  MovePreviewResponse: moves.movePreviewResponseSchema,
  OptionalFeatures: addOns.addOnListSchema,
  OptionalFeature: addOns.addOnEntrySchema,
  OptionDecision: addOns.addOnDecision,
  OptionBlocker: addOns.addOnBlocker,
  OptionPreview: addOns.addOnPreviewSchema,
  OptionChangeRequest: addOns.addOnChangeRequestSchema,
  OptionChangeResult: addOns.addOnChangeResultSchema,
  OptionHistory: addOns.addOnHistorySchema,
  OptionHistoryEntry: addOns.addOnHistoryEntrySchema,
  History: history.historySchema,
  HistoryEntry: history.historyEntrySchema,
  CatalogChange: history.catalogChangeSchema,
  SwitchedOption: history.recordedAddOn,
  Notice: notices.noticeSchema,
  NoticeList: notices.noticeListSchema,
  NoticeDismissal: notices.noticeDismissalSchema,
  NoticeDismissalResponse: notices.noticeDismissalResponseSchema,
  AccountFeatures: features.accountFeaturesSchema,
  AccountFeature: features.accountFeatureSchema,
  FeatureAccess: features.featureAccessSchema,
  SignedEntitlements: signedEntitlementsSchema,
  UsageRequest: usage.usageRequestSchema,
  Usage: usage.usageSchema,
  UsageResponse: usage.usageResponseSchema,
  StoredUsage: usage.storedUsageSchema,
  UsagesRequest: usage.usagesRequestSchema,
  UsagesResponse: usage.usagesResponseSchema,
  Account: accounts.accountSchema,
  OwnAccount: accounts.ownAccountSchema,
  OwnAccountDetails: accounts.ownAccountDetailsSchema,
  AccountList: accounts.accountListSchema,
  AccountDetails: accounts.accountDetailsSchema,
  AccountRequest: accounts.accountRequestSchema,
  AccountUpdate: accounts.accountUpdateSchema,
  AccountResponse: accounts.accountResponseSchema,
  AccountSession: accounts.accountSessionSchema,
  AccountSessionList: accounts.accountSessionListSchema,
  AccountKey: accounts.accountKeySchema,
  AccountKeyList: accounts.accountKeyListSchema,
  AccountKeyRequest: accounts.accountKeyRequestSchema,
  CreatedAccountKey: accounts.createdAccountKeySchema,
  AccountKeyResponse: accounts.accountKeyResponseSchema,
  AnonymizedAccount: personalData.anonymizedAccountSchema,
  Removal: personalData.removalSchema,
  AccountExport: personalData.accountExportSchema,
  TermsRequest: terms.termsRequestSchema,
  Terms: terms.termsContentSchema,
  AccountTerms: terms.termsSchema,
  TermsResponse: terms.termsResponseSchema,
  TermsResult: terms.termsResultSchema,
  Grant: accounts.grantSchema,
  GrantList: accounts.grantListSchema,
  GrantResponse: accounts.grantResponseSchema,
  GrantDeletedResponse: accounts.grantDeletedSchema,
  PortalSessionRequest: portalSessions.portalSessionRequestSchema,
  PortalSession: portalSessions.portalSessionSchema,
  PortalTokenRequest: portalSessions.portalTokenRequestSchema,
  PortalToken: portalSessions.portalTokenSchema,
  CredentialUser: portalSessions.credentialUserSchema,
  EndedPortalSession: portalSessions.endedPortalSessionSchema,
  EndedPortalSessions: portalSessions.endedPortalSessionsSchema,
  Edition: editions.editionSchema,
  EditionDetails: editions.editionDetailsSchema,
  ListedEdition: editions.listedEditionSchema,
  EditionPreview: editions.previewSchema,
  EditionList: editions.editionListSchema,
  EditionRequest: editions.editionRequestSchema,
  EditionUpdate: editions.editionUpdateSchema,
  EditionResponse: editions.editionResponseSchema,
  EditionDetailsResponse: editions.editionDetailsResponseSchema,
  EditionDeletedResponse: editions.editionDeletedSchema,
  EditionNote: editionNotes.editionNoteSchema,
  EditionNoteList: editionNotes.editionNoteListSchema,
  EditionNoteRequest: editionNotes.editionNoteRequestSchema,
  EditionNoteResponse: editionNotes.editionNoteResponseSchema,
  Reviewer: editionNotes.reviewerSchema,
  PublicationRequest: editions.publicationRequestSchema,
  ShareRequest: editions.shareRequestSchema,
  ShareResponse: editions.shareResponseSchema,
  CatalogCheckRequest: editions.catalogCheckRequestSchema,
  CatalogCheckResponse: editions.catalogCheckResponseSchema,
  CatalogDifference: editions.catalogDifferenceSchema,
  CatalogProblem: editions.catalogProblemSchema,
  Revenue: revenueSchema,
  EventList: events.eventsSchema,
  Event: events.eventSchema,
  AccountCreatedEvent: events.accountCreatedEventSchema,
  AccountDeletedEvent: events.accountDeletedEventSchema,
  VersionSwitchedEvent: events.versionSwitchedEventSchema,
  OptionEnabledEvent: events.addOnEnabledEventSchema,
  OptionDisabledEvent: events.addOnDisabledEventSchema,
  ChangeScheduledEvent: events.changeScheduledEventSchema,
  ChangeWaitingEvent: events.changeWaitingEventSchema,
  ChangeEndedEvent: events.changeEndedEventSchema,
  TrialEndingEvent: events.trialEndingEventSchema,
  ChangeAnnouncedEvent: events.changeAnnouncedEventSchema,
  MoveScheduledEvent: events.moveScheduledEventSchema,
  CatalogPublishedEvent: events.catalogPublishedEventSchema,
  AuditList: audit.auditListSchema,
  AuditEntry: audit.auditEntrySchema,
  CatalogScheduledEvent: events.catalogScheduledEventSchema,
  ScheduleCanceledEvent: events.scheduleCanceledEventSchema,
  WebhookEndpoint: webhooks.webhookEndpointSchema,
  WebhookEndpointRequest: webhooks.webhookEndpointRequestSchema,
  WebhookEndpointUpdate: webhooks.webhookEndpointUpdateSchema,
  WebhookEndpointList: webhooks.webhookEndpointsResponseSchema,
  WebhookEndpointResponse: webhooks.webhookEndpointResponseSchema,
  WebhookSecretResponse: webhooks.webhookSecretResponseSchema,
  WebhookDeletedResponse: webhooks.webhookDeletedResponseSchema,
  WebhookTestResponse: webhooks.webhookTestResponseSchema,
  WebhookRecoveryRequest: webhooks.webhookRecoveryRequestSchema,
  WebhookRecoveryResponse: webhooks.webhookRecoveryResponseSchema,
  WebhookDeliveryList: webhooks.webhookDeliveriesResponseSchema,
  WebhookDelivery: webhooks.webhookDeliverySchema,
  WebhookDeliveryWithEvent: webhooks.webhookDeliveryDetailsSchema,
  WebhookDeliveryResponse: webhooks.webhookDeliveryResponseSchema,
  WebhookDeliveryDetails: webhooks.webhookDeliveryDetailsResponseSchema,
  WebhookAttempt: webhooks.webhookAttempt,
  Problem: errors.problemSchema,
} satisfies Record<string, z.ZodType>;

/** The names of these schemas. */
export const schemaNames = Object.keys(namedSchemas);

const registry = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries(namedSchemas)) registry.add(schema, { id });

/**
 * The named schemas as JSON Schema. Response objects allow additional properties, because fields may be added later; strict
 * request objects don't.
 */
export function createComponentSchemas(): Record<string, Schema> {
  const { schemas } = z.toJSONSchema(registry, {
    io: 'input',
    override: completeSchema,
    uri: schemaUri,
  });
  return Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, removeSchemaId(schema)]));
}

/** A schema as JSON Schema, or a reference to it if it is named. */
export function toSchema(schema: z.ZodType, io: 'input' | 'output' = 'input'): Schema {
  const name = registry.get(schema)?.id;
  if (name) return { $ref: schemaUri(name) };
  return removeSchemaId(z.toJSONSchema(schema, { io, override: referToSchema }));
}

/** Reference to a component. */
export function createReference(kind: 'headers' | 'responses' | 'examples', name: string): Reference {
  return { $ref: `#/components/${kind}/${name}` };
}

export function schemaUri(name: string): string {
  return `#/components/schemas/${name}`;
}

type Conversion = z.core.ToJSONSchemaParams['override'];

/** Adds discriminators. Removes the bounds of JavaScript's safe integers, which are not part of the API. */
const completeSchema: Conversion = ({ zodSchema, jsonSchema }) => {
  if (zodSchema instanceof z.ZodDiscriminatedUnion) {
    jsonSchema.discriminator = createDiscriminator(zodSchema);
  }
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
};

/** Replaces a named schema by a reference. */
const referToSchema: Conversion = (context) => {
  const name = registry.get(context.zodSchema)?.id;
  if (!name) return completeSchema?.(context);
  for (const keyword of Object.keys(context.jsonSchema)) delete context.jsonSchema[keyword];
  context.jsonSchema.$ref = schemaUri(name);
};

function createDiscriminator({ def }: z.ZodDiscriminatedUnion) {
  const mapping = def.options.map((option) => {
    const { value } =
      (option as z.ZodObject<Record<string, z.ZodLiteral<string>>>).shape[def.discriminator] ?? {};
    return [value, toSchema(option as z.ZodObject).$ref];
  });
  return { propertyName: def.discriminator, mapping: Object.fromEntries(mapping) };
}

function removeSchemaId(schema: z.core.JSONSchema.BaseSchema): Schema {
  const { $schema: _, $id: __, ...rest } = schema;
  return rest as Schema;
}
