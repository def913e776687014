// The keys of price lists and extensions. The import checks lists against them, and the editor completes them.

/**
 * The keys of the format by level: `served` are read, `unserved` have no place in the API, and `metadata` says nothing that is
 * served.
 */
export const formatKeys = {
  list: {
    served: 'syntaxVersion saasName currency billing variables features usageLimits plans addOns custom',
    unserved: '',
    metadata: 'createdAt version url tags starts ends day month year hasAnnualPayment',
  },
  features: {
    served: 'description valueType defaultValue type tag',
    unserved: 'expression serverExpression automationType integrationType docUrl pricingUrls render',
    // A misspelling that published lists have.
    metadata: 'pricingsUrls',
  },
  usageLimits: {
    served: 'description valueType defaultValue type unit period linkedFeatures',
    unserved: 'render trackable',
    metadata: '',
  },
  plans: {
    served: 'description price monthlyPrice annualPrice unit private features usageLimits',
    unserved: '',
    metadata: '',
  },
  addOns: {
    served:
      'description price monthlyPrice annualPrice unit private features usageLimits usageLimitsExtensions availableFor ' +
      'dependsOn excludes subscriptionConstraints',
    unserved: '',
    metadata: '',
  },
  override: { served: 'value', unserved: '', metadata: '' },
};

/** The keys of an extension by level. */
export const extensionKeys = {
  list: 'app plans features usageLimits addOns',
  app:
    'title host language contact_url sign_in_url sign_up_url frame_origins api_origins home_url checkout_url return_origins ' +
    'session_hours users_managed_by users_limit brand billing_period',
  plans:
    'tag title description more_info public recommended family entry_blocker exit_blocker renamed_from default retired ' +
    'granted_to fee user_fee fee_unit user_fee_unit annual_fee annual_user_fee price_text',
  features: 'title human_id group description keywords lower_is_better renamed_from',
  usageLimits: 'title human_id group description keywords lower_is_better renamed_from',
  addOns:
    'title human_id description more_info public min_quantity max_quantity renamed_from fee user_fee fee_unit user_fee_unit ' +
    'annual_fee annual_user_fee price_text',
};
