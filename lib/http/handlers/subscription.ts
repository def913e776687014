import { changeAddOn, previewAddOn } from '@/lib/domain/changes/change-add-on';
import { previewSwitch, switchVersion } from '@/lib/domain/changes/switch-version';
import { contentLanguage, findLanguage } from '../pipeline/find-language';
import { parseAddOnInput, parseSwitchInput } from '../pipeline/parse-request';
import { jsonResponse } from '../pipeline/response';
import { serializeAddOnChange, serializeAddOnPreview } from '../serializers/add-on-serializers';
import { serializeSwitch, serializeSwitchPreview } from '../serializers/serializers';
import type { OperationHandlers } from './operation-handlers';

export const subscriptionHandlers = {
  previewSwitch: async ({ service, caller, params: { id }, query, headers }) => {
    const { billing_period: billingPeriod, trial_ends_at: endsAt, language: _, ...options } = query;
    const trialEndsAt = endsAt === undefined ? undefined : endsAt * 1000;
    const language = findLanguage(caller, query, headers);
    const input = { billingPeriod, trialEndsAt, ...options };
    const preview = await previewSwitch(service, caller, id, input, language);
    return jsonResponse(serializeSwitchPreview(preview), {
      ETag: `"${preview.revision}"`,
      ...contentLanguage(caller.app, language),
    });
  },
  switchVersion: async ({ service, caller, body, headers }) => {
    const outcome = await switchVersion(service, caller, parseSwitchInput(caller, body, headers));
    return jsonResponse(serializeSwitch(outcome), outcome.replayed ? { 'Idempotent-Replayed': 'true' } : {});
  },
  previewOptionalFeature: async ({ service, caller, params, query, headers }) => {
    const { active = true, quantity, users } = query;
    const language = findLanguage(caller, query, headers);
    const requested = { addOnId: params.id, active, quantity };
    const preview = await previewAddOn(service, caller, requested, language);
    return jsonResponse(serializeAddOnPreview(preview, users), {
      ETag: `"${preview.revision}"`,
      ...contentLanguage(caller.app, language),
    });
  },
  changeOptionalFeature: async ({ service, caller, params, body, headers }) => {
    const input = parseAddOnInput(caller, params.id, body, headers);
    const outcome = await changeAddOn(service, caller, input);
    return jsonResponse(
      serializeAddOnChange(outcome),
      outcome.replayed ? { 'Idempotent-Replayed': 'true' } : {},
    );
  },
} satisfies Partial<OperationHandlers>;
