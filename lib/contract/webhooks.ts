import { z } from 'zod';
import { deliveryStates, disabledReasons } from './enums';
import { eventSchema, eventTypes } from './events';
import {
  cursorOf,
  dataEnvelope,
  envelope,
  integerParameter,
  listEnvelope,
  pageEnvelope,
  pageParameters,
  rowId,
  unixSeconds,
  unixSecondsInput,
  url,
} from './fields';

/** Number of webhook endpoints of an app. */
export const maxWebhookEndpoints = 20;

const endpointUrl = url
  .max(2000)
  .describe('URL that events are posted to. `https`, with a host name or address that is public.');
const types = z
  .array(z.enum(eventTypes))
  .max(20)
  .transform((list) => [...new Set(list)])
  .describe('Event types to deliver. Empty for all, including types that are added later.');

export const endpointId = rowId('Endpoint ID, `whe_…`.');
export const eventId = rowId('Event ID, `evt_…`.');

/** Body of `POST /webhook-endpoints`. */
export const webhookEndpointRequestSchema = z.strictObject({ url: endpointUrl, types: types.optional() });

/** Body of `PATCH /webhook-endpoints/{id}`. */
export const webhookEndpointUpdateSchema = z.strictObject({
  url: endpointUrl.optional(),
  types: types.optional(),
  enabled: z
    .boolean()
    .optional()
    .describe(
      '`false` to stop deliveries. `true` to resume them with the events from now on; recover those of the time between.',
    ),
});

/** Body of `POST /webhook-endpoints/{id}/recover`. */
export const webhookRecoveryRequestSchema = z.strictObject({
  since: unixSecondsInput.describe(
    'Unix timestamp in seconds. Events that happened earlier are not delivered again.',
  ),
});

/** Query of `GET /webhook-endpoints`. */
export const webhookEndpointsQuerySchema = z.object(pageParameters);

/** Query of `GET /webhook-endpoints/{id}/deliveries`. */
export const webhookDeliveriesQuerySchema = z.object({
  state: z.enum(deliveryStates).optional().describe('State of the deliveries to return. Default: all.'),
  limit: integerParameter(1, 100, 'Expected a whole number').describe(
    'Maximum number of deliveries. Default: 20.',
  ),
  cursor: cursorOf(/^evt_[0-9a-z]{26}$/),
});

export const webhookEndpointSchema = z.object({
  id: endpointId,
  url: url.describe('URL that events are posted to.'),
  types: z.array(z.string()).describe('Event types that are delivered. Empty for all.'),
  enabled: z.boolean().describe('Whether events are delivered.'),
  disabled_reason: z
    .enum(disabledReasons)
    .nullable()
    .describe(
      'Why the endpoint is disabled: by request, because it responded with 410, or because it failed for 5 days. `null` ' +
        'if it is enabled.',
    ),
  disabled: unixSeconds.nullable().describe('When the endpoint was disabled. Unix timestamp in seconds.'),
  failing_since: unixSeconds
    .nullable()
    .describe('First failed attempt since the last successful one. Unix timestamp in seconds.'),
  created: unixSeconds.describe('When the endpoint was created. Unix timestamp in seconds.'),
  secret_rotated: unixSeconds
    .nullable()
    .describe('When the secret was last rotated. Unix timestamp in seconds.'),
});

const secret = z
  .string()
  .describe('Signing secret, `whsec_…`. Only returned here: it is not stored and can’t be retrieved later.');

export const webhookAttempt = z.object({
  at: unixSeconds.describe('When the attempt ended. Unix timestamp in seconds.'),
  duration_ms: z.int().describe('Duration in milliseconds.'),
  status: z.int().nullable().describe('Status of the response. `null` without a response.'),
  error: z.string().nullable().describe('Why the attempt failed. `null` if it succeeded.'),
  response: z.string().nullable().describe('The first 1,000 characters of the response’s body.'),
});

export const webhookDeliverySchema = z.object({
  event_id: eventId,
  type: z.string().describe('Type of the event.'),
  account_id: z.string().nullable().describe('Account ID of the event. `null` for an event of the app.'),
  state: z
    .enum(deliveryStates)
    .describe(
      '`queued` behind an earlier delivery of the account, `waiting` for the next attempt, `delivered`, or `failed` after ' +
        'the last attempt.',
    ),
  created: unixSeconds.describe('When the delivery was created. Unix timestamp in seconds.'),
  next_attempt: unixSeconds
    .nullable()
    .describe('When the next attempt is due, if the state is `waiting`. Unix timestamp in seconds.'),
  attempts: z.array(webhookAttempt).describe('The last 20 attempts, oldest first.'),
});

/** A delivery in a list, or alone. */
export const webhookDeliveryDetailsSchema = webhookDeliverySchema.extend({
  account_title: z
    .string()
    .nullable()
    .describe('Title of the account. `null` for an event of the app, and if `event` is.'),
  event: eventSchema
    .nullable()
    .describe(
      'The event, which is the body of each request. `null` if it is older than 90 days. In a list of deliveries, its lists ' +
        'of features and versions are empty.',
    ),
});

export const webhookEndpointsResponseSchema = pageEnvelope(
  z.array(webhookEndpointSchema).describe('The endpoints of the app, oldest first.'),
);
export const webhookEndpointResponseSchema = envelope(webhookEndpointSchema);
export const webhookSecretResponseSchema = envelope(webhookEndpointSchema.extend({ secret }));
export const webhookDeletedResponseSchema = dataEnvelope({ id: endpointId });
export const webhookTestResponseSchema = envelope(
  webhookAttempt.omit({ at: true }).extend({
    delivered: z.boolean().describe('Whether the endpoint responded with a status from 200 to 299.'),
    event_id: z.string().describe('ID of the test event. Such events are not listed.'),
  }),
);
export const webhookRecoveryResponseSchema = dataEnvelope({
  deliveries: z
    .int()
    .describe(
      'Number of deliveries that are sent again or for the first time. If there are too many to recover within two ' +
        'seconds, the number until then.',
    ),
});
export const webhookDeliveryResponseSchema = envelope(webhookDeliverySchema);
export const webhookDeliveryDetailsResponseSchema = envelope(webhookDeliveryDetailsSchema);
export const webhookDeliveriesResponseSchema = listEnvelope(
  z.array(webhookDeliveryDetailsSchema).describe('The deliveries, newest event first.'),
);

export type WebhookEndpointBody = z.infer<typeof webhookEndpointSchema>;
export type WebhookEndpoints = z.infer<typeof webhookEndpointsResponseSchema>;
export type WebhookDeliveryBody = z.infer<typeof webhookDeliverySchema>;
export type WebhookDeliveries = z.infer<typeof webhookDeliveriesResponseSchema>;
export type WebhookDeliveryDetails = z.infer<typeof webhookDeliveryDetailsSchema>;
