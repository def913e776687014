"""Types and operations of the API, version 2026-11-24. Generated from its OpenAPI document: do not edit.

The reference of the API describes the fields.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Dict, Generic, Iterator, List, Literal, Optional, TypedDict, TypeVar, Union, overload

Body = TypeVar("Body")


class RequestActor(TypedDict):
    """The user of your application who does something."""

    user_id: str
    name: str


@dataclass(frozen=True)
class Result(Generic[Body]):
    """The answer of an operation."""

    body: Body
    # Whether App Versions does not answer, so that this is the last known answer.
    stale: bool
    # When App Versions sent or confirmed it. Unix seconds.
    read_at: float
    # Identifies the state. Sent as `revision` with what confirms it.
    etag: Optional[str]


class _Operation(TypedDict, total=False):
    method: str
    path: str
    is_cacheable: bool
    is_idempotent: bool


# How each operation is called.
OPERATIONS: Dict[str, _Operation] = {
    "listVersions": {"method": "GET", "path": "/api/app/versions", "is_cacheable": True},
    "switchVersion": {"method": "POST", "path": "/api/app/versions", "is_idempotent": True},
    "getVersion": {"method": "GET", "path": "/api/app/versions/{id}", "is_cacheable": True},
    "previewSwitch": {"method": "GET", "path": "/api/app/versions/{id}/preview"},
    "listChanges": {"method": "GET", "path": "/api/account/changes"},
    "createChange": {"method": "POST", "path": "/api/account/changes", "is_idempotent": True},
    "listRequests": {"method": "GET", "path": "/api/changes"},
    "getChange": {"method": "GET", "path": "/api/account/changes/{id}"},
    "cancelChange": {"method": "DELETE", "path": "/api/account/changes/{id}"},
    "approveChange": {"method": "POST", "path": "/api/account/changes/{id}/approve", "is_idempotent": True},
    "declineChange": {"method": "POST", "path": "/api/account/changes/{id}/decline", "is_idempotent": True},
    "advanceClock": {"method": "POST", "path": "/api/accounts/{external_id}/clock", "is_idempotent": True},
    "createMove": {"method": "POST", "path": "/api/moves", "is_idempotent": True},
    "listMoves": {"method": "GET", "path": "/api/moves"},
    "previewMove": {"method": "GET", "path": "/api/moves/preview"},
    "getMove": {"method": "GET", "path": "/api/moves/{id}"},
    "cancelMove": {"method": "DELETE", "path": "/api/moves/{id}"},
    "listOptionalFeatures": {"method": "GET", "path": "/api/app/optional-features", "is_cacheable": True},
    "previewOptionalFeature": {"method": "GET", "path": "/api/account/optional-features/{id}/preview"},
    "changeOptionalFeature": {"method": "POST", "path": "/api/account/optional-features/{id}", "is_idempotent": True},
    "listVersionHistory": {"method": "GET", "path": "/api/account/versions"},
    "listOptionHistory": {"method": "GET", "path": "/api/account/optional-features"},
    "listNotices": {"method": "GET", "path": "/api/account/notices"},
    "dismissNotice": {"method": "DELETE", "path": "/api/account/notices/{id}"},
    "listAccountFeatures": {"method": "GET", "path": "/api/account/features", "is_cacheable": True},
    "getAccountFeature": {"method": "GET", "path": "/api/account/features/{human_id}", "is_cacheable": True},
    "getSignedEntitlements": {"method": "GET", "path": "/api/account/signed-entitlements"},
    "setUsage": {"method": "PUT", "path": "/api/accounts/{external_id}/usage"},
    "getUsage": {"method": "GET", "path": "/api/accounts/{external_id}/usage"},
    "setUsages": {"method": "POST", "path": "/api/usage", "is_idempotent": True},
    "listAccounts": {"method": "GET", "path": "/api/accounts"},
    "getAccount": {"method": "GET", "path": "/api/accounts/{external_id}"},
    "upsertAccount": {"method": "PUT", "path": "/api/accounts/{external_id}", "is_idempotent": True},
    "updateAccount": {"method": "PATCH", "path": "/api/accounts/{external_id}", "is_idempotent": True},
    "deleteAccount": {"method": "DELETE", "path": "/api/accounts/{external_id}"},
    "listAccountSessions": {"method": "GET", "path": "/api/accounts/{external_id}/sessions"},
    "endAccountSessions": {"method": "DELETE", "path": "/api/accounts/{external_id}/sessions"},
    "listAccountKeys": {"method": "GET", "path": "/api/accounts/{external_id}/keys"},
    "createAccountKey": {"method": "POST", "path": "/api/accounts/{external_id}/keys", "is_idempotent": True},
    "revokeAccountKey": {"method": "DELETE", "path": "/api/accounts/{external_id}/keys/{key_id}"},
    "getOwnAccount": {"method": "GET", "path": "/api/account"},
    "anonymizeAccount": {"method": "POST", "path": "/api/accounts/{external_id}/anonymize", "is_idempotent": True},
    "restoreAccount": {"method": "POST", "path": "/api/accounts/{external_id}/restore", "is_idempotent": True},
    "requestRemoval": {"method": "POST", "path": "/api/accounts/{external_id}/removal", "is_idempotent": True},
    "withdrawRemoval": {"method": "DELETE", "path": "/api/accounts/{external_id}/removal"},
    "exportAccount": {"method": "GET", "path": "/api/accounts/{external_id}/export"},
    "listGrants": {"method": "GET", "path": "/api/accounts/{external_id}/grants"},
    "grantVersion": {"method": "PUT", "path": "/api/accounts/{external_id}/grants/{version_id}", "is_idempotent": True},
    "revokeGrant": {"method": "DELETE", "path": "/api/accounts/{external_id}/grants/{version_id}", "is_idempotent": True},
    "getTerms": {"method": "GET", "path": "/api/accounts/{external_id}/terms"},
    "setTerms": {"method": "PUT", "path": "/api/accounts/{external_id}/terms"},
    "endTerms": {"method": "DELETE", "path": "/api/accounts/{external_id}/terms"},
    "createPortalSession": {"method": "POST", "path": "/api/portal/sessions", "is_idempotent": True},
    "endPortalSessions": {"method": "DELETE", "path": "/api/portal/sessions"},
    "createPortalToken": {"method": "POST", "path": "/api/portal/tokens", "is_idempotent": True},
    "getCredentialUser": {"method": "GET", "path": "/api/portal/tokens"},
    "endPortalSession": {"method": "DELETE", "path": "/api/portal/sessions/{id}"},
    "checkCatalog": {"method": "POST", "path": "/api/catalog/check"},
    "listEditions": {"method": "GET", "path": "/api/catalog/editions"},
    "createEdition": {"method": "POST", "path": "/api/catalog/editions", "is_idempotent": True},
    "getEdition": {"method": "GET", "path": "/api/catalog/editions/{id}"},
    "updateEdition": {"method": "PUT", "path": "/api/catalog/editions/{id}"},
    "deleteEdition": {"method": "DELETE", "path": "/api/catalog/editions/{id}"},
    "shareEdition": {"method": "POST", "path": "/api/catalog/editions/{id}/share", "is_idempotent": True},
    "unshareEdition": {"method": "DELETE", "path": "/api/catalog/editions/{id}/share"},
    "listEditionNotes": {"method": "GET", "path": "/api/catalog/editions/{id}/notes"},
    "addEditionNote": {"method": "POST", "path": "/api/catalog/editions/{id}/notes", "is_idempotent": True},
    "publishEdition": {"method": "POST", "path": "/api/catalog/editions/{id}/publish", "is_idempotent": True},
    "cancelSchedule": {"method": "DELETE", "path": "/api/catalog/editions/{id}/publish"},
    "listEvents": {"method": "GET", "path": "/api/events"},
    "listAudit": {"method": "GET", "path": "/api/audit"},
    "createWebhookEndpoint": {"method": "POST", "path": "/api/webhook-endpoints", "is_idempotent": True},
    "listWebhookEndpoints": {"method": "GET", "path": "/api/webhook-endpoints"},
    "getWebhookEndpoint": {"method": "GET", "path": "/api/webhook-endpoints/{id}"},
    "updateWebhookEndpoint": {"method": "PATCH", "path": "/api/webhook-endpoints/{id}"},
    "deleteWebhookEndpoint": {"method": "DELETE", "path": "/api/webhook-endpoints/{id}"},
    "rotateWebhookSecret": {"method": "POST", "path": "/api/webhook-endpoints/{id}/rotate", "is_idempotent": True},
    "testWebhookEndpoint": {"method": "POST", "path": "/api/webhook-endpoints/{id}/test", "is_idempotent": True},
    "listWebhookDeliveries": {"method": "GET", "path": "/api/webhook-endpoints/{id}/deliveries"},
    "getWebhookDelivery": {"method": "GET", "path": "/api/webhook-endpoints/{id}/deliveries/{event_id}"},
    "retryWebhookDelivery": {"method": "POST", "path": "/api/webhook-endpoints/{id}/deliveries/{event_id}/retry", "is_idempotent": True},
    "recoverWebhookDeliveries": {"method": "POST", "path": "/api/webhook-endpoints/{id}/recover", "is_idempotent": True},
    "getOpenApiDocument": {"method": "GET", "path": "/api/openapi.json", "is_cacheable": True},
}


BillingPeriod = Literal["month", "year"]

class Actor(TypedDict):
    kind: Literal["key", "session", "operator"]
    name: str
    user_id: Optional[str]
    channel: str


class VersionListDataUsage(TypedDict):
    id: str
    title: str
    used: float
    allowed: Optional[float]
    unit: Optional[str]
    period: Optional[str]


class VersionListDataUsageFitVersionsOptionalFeatures(TypedDict):
    id: str
    title: str
    quantity: int


class VersionListDataUsageFitVersions(TypedDict):
    fits: bool
    exceeded: List[str]
    optional_features: List["VersionListDataUsageFitVersionsOptionalFeatures"]
    total: Optional["Total"]
    complete: bool


class VersionListDataUsageFit(TypedDict):
    cheapest_version_id: Optional[str]
    versions: Dict[str, "VersionListDataUsageFitVersions"]


class _VersionListData(TypedDict):
    versions: List["VersionEntry"]
    optional_features_available: bool
    billing_period: Optional["BillingPeriod"]
    trial_ends_at: Optional[int]
    users: int
    quantity: Optional[int]
    app: "App"


class VersionListData(_VersionListData, total=False):
    matrix: "Matrix"
    usage: List["VersionListDataUsage"]
    usage_fit: Optional["VersionListDataUsageFit"]


class VersionList(TypedDict):
    success: Literal[True]
    message: str
    data: "VersionListData"


class VersionEntryTrial(TypedDict):
    days: int
    then_version_id: Optional[str]


class VersionEntryTermsListedPrice(TypedDict):
    """Price of the version without them."""

    fee: Optional[int]
    user_fee: Optional[int]
    fee_unit: Optional[str]
    user_fee_unit: Optional[str]
    annual_fee: Optional[int]
    annual_user_fee: Optional[int]
    price_text: Optional[str]


class VersionEntryTerms(TypedDict):
    """Of an account whose terms are in effect for this version: the other fields have them."""

    until: Optional[int]
    listed_price: "VersionEntryTermsListedPrice"


class _VersionEntry(TypedDict):
    id: str
    title: str
    description: str
    more_info: Optional[str]
    active: bool
    fee: Optional[int]
    user_fee: Optional[int]
    fee_unit: Optional[str]
    user_fee_unit: Optional[str]
    annual_fee: Optional[int]
    annual_user_fee: Optional[int]
    price_text: Optional[str]
    min_users: Optional[int]
    min_quantity: Optional[int]
    max_quantity: Optional[int]
    max_users: Optional[int]
    billing_periods: List["BillingPeriod"]
    tag: str
    public: bool
    recommended: bool
    family: Optional[str]
    replaced_by: Optional[str]
    current: bool
    total: Optional["Total"]
    trial: Optional["VersionEntryTrial"]
    switch: Optional["SwitchDecision"]


class VersionEntry(_VersionEntry, total=False):
    terms: "VersionEntryTerms"
    untranslated: List[str]


class _SwitchDecision(TypedDict):
    direction: Literal["upgrade", "downgrade", "none"]
    pays: Literal["more", "less", "same", "unknown"]
    gets: Literal["more", "less", "same", "mixed"]
    allowed: bool
    blockers: List["Blocker"]


class SwitchDecision(_SwitchDecision, total=False):
    period_end_only: Literal[True]
    trial_available: Literal[True]


class BlockerUsers(TypedDict):
    """Only with `users_limit_exceeded` and `users_below_minimum`."""

    allowed: int
    requested: int
    current: int
    unit: Optional[str]


class BlockerUsage(TypedDict):
    """Only with `usage_exceeds_limit`."""

    id: str
    title: str
    used: float
    allowed: float
    unit: Optional[str]
    period: Optional[str]


class _Blocker(TypedDict):
    code: Literal["forbidden", "version_inactive", "price_on_request", "billing_period_unavailable", "entry_restricted", "exit_restricted", "self_service_disabled", "downgrade_unavailable", "trial_unavailable", "trial_used", "users_limit_exceeded", "users_below_minimum", "usage_exceeds_limit", "users_managed_by_host", "quantity_out_of_range", "option_excluded", "undo_superseded", "undo_expired", "change_locked", "undo_unavailable"]
    message: str


class Blocker(_Blocker, total=False):
    users: "BlockerUsers"
    usage: "BlockerUsage"


class Matrix(TypedDict):
    versions: List[str]
    features: List["MatrixFeature"]
    offers: List["Offer"]


class MatrixFeatureOffers(TypedDict):
    title: str
    fee: Optional[int]
    user_fee: Optional[int]
    fee_unit: Optional[str]
    user_fee_unit: Optional[str]
    annual_fee: Optional[int]
    annual_user_fee: Optional[int]
    price_text: Optional[str]
    ids: List[str]


class _MatrixFeature(TypedDict):
    id: str
    title: str
    description: str
    versions: Dict[str, bool]
    group: str
    values: Dict[str, str]
    unit: Optional[str]
    period: Optional[str]
    renewable: Optional[bool]
    amounts: Dict[str, "FeatureAmount"]
    is_limit: bool
    lower_is_better: bool
    better_amount: Optional[Literal["higher", "lower"]]
    linked_features: List[str]
    highlight: bool
    keywords: List[str]
    offers: Dict[str, "MatrixFeatureOffers"]


class MatrixFeature(_MatrixFeature, total=False):
    untranslated: List[str]


class FeatureAmount(TypedDict):
    amount: Optional[float]
    unlimited: bool


class OfferFeatures(TypedDict):
    id: str
    title: str
    is_limit: bool
    value: Optional[str]
    amount: Optional[float]
    unlimited: bool
    unit: Optional[str]
    period: Optional[str]


class OfferLimits(TypedDict):
    id: str
    title: str
    is_limit: bool
    change: Literal["set", "add"]
    value: Optional[str]
    amount: Optional[float]
    unlimited: bool
    unit: Optional[str]
    period: Optional[str]
    versions: Dict[str, "FeatureAmount"]


class _Offer(TypedDict):
    id: str
    human_id: str
    replaced_by: Optional[str]
    title: str
    description: str
    more_info: Optional[str]
    features: List["OfferFeatures"]
    limits: List["OfferLimits"]
    depends_on: List[str]
    excludes: List[str]
    min_quantity: int
    max_quantity: int
    versions: Dict[str, "Price"]


class Offer(_Offer, total=False):
    untranslated: List[str]


class Price(TypedDict):
    fee: Optional[int]
    user_fee: Optional[int]
    fee_unit: Optional[str]
    user_fee_unit: Optional[str]
    annual_fee: Optional[int]
    annual_user_fee: Optional[int]
    price_text: Optional[str]


class _App(TypedDict):
    title: str
    currency: str
    currency_digits: int
    billing_period: "BillingPeriod"
    language: Optional[str]
    contact_url: Optional[str]
    sign_in_url: Optional[str]
    sign_up_url: Optional[str]
    billing_url: Optional[str]
    users_managed_by: Literal["owner", "host"]
    users_limit: Optional[str]


class App(_App, total=False):
    languages: List[str]
    list_language: Optional[str]
    units: Dict[str, Dict[str, str]]
    untranslated: List[str]


class _VersionFeatures(TypedDict):
    id: str
    title: str
    human_id: str
    value: Optional[str]
    amount: Optional[float]
    unlimited: bool
    unit: Optional[str]
    period: Optional[str]
    renewable: Optional[bool]


class VersionFeatures(_VersionFeatures, total=False):
    untranslated: List[str]


class _Version(TypedDict):
    id: str
    title: str
    description: str
    tag: str
    user_fee: int
    is_default: bool
    active: bool
    features: List["VersionFeatures"]
    fee: Optional[int]
    fee_unit: Optional[str]
    user_fee_unit: Optional[str]
    annual_fee: Optional[int]
    annual_user_fee: Optional[int]
    price_text: Optional[str]
    min_users: Optional[int]
    min_quantity: Optional[int]
    max_quantity: Optional[int]
    more_info: Optional[str]
    replaced_by: Optional[str]


class Version(_Version, total=False):
    untranslated: List[str]


class SwitchPreviewDataDifference(TypedDict):
    """New price minus current price, in minor units. `null` if either has no such price, or if they are
    charged per different units."""

    fee: Optional[int]
    user_fee: Optional[int]
    annual_fee: Optional[int]
    annual_user_fee: Optional[int]


class _SwitchPreviewDataLost(TypedDict):
    id: str
    title: str
    is_limit: bool


class SwitchPreviewDataLost(_SwitchPreviewDataLost, total=False):
    usage: float
    exceeded: bool


_SwitchPreviewDataLowered0 = TypedDict("_SwitchPreviewDataLowered0", {"id": str, "title": str, "is_limit": bool, "from": "FeatureContent", "to": "FeatureContent", "improved": Optional[bool]})

_SwitchPreviewDataLowered1 = TypedDict("_SwitchPreviewDataLowered1", {"usage": float, "exceeded": bool}, total=False)


class SwitchPreviewDataLowered(_SwitchPreviewDataLowered0, _SwitchPreviewDataLowered1):
    pass


class SwitchPreviewDataExceededLimits(TypedDict):
    id: str
    title: str
    used: float
    allowed: float
    unit: Optional[str]
    period: Optional[str]
    exceeding: Literal["warn", "block"]


class SwitchPreviewDataOptionsPrevious(TypedDict):
    """Price now, or when it was last on, and the period whose fee applies."""

    fee: Optional[int]
    user_fee: Optional[int]
    fee_unit: Optional[str]
    user_fee_unit: Optional[str]
    annual_fee: Optional[int]
    annual_user_fee: Optional[int]
    price_text: Optional[str]
    billing_period: "BillingPeriod"


class _SwitchPreviewDataOptions(TypedDict):
    id: str
    title: str
    outcome: Literal["kept", "included", "lost", "restored"]
    quantity: int
    fee: Optional[int]
    user_fee: Optional[int]
    fee_unit: Optional[str]
    user_fee_unit: Optional[str]
    annual_fee: Optional[int]
    annual_user_fee: Optional[int]
    price_text: Optional[str]
    billing_period: Optional["BillingPeriod"]
    message: str
    features: List["FeatureRef"]
    previous: "SwitchPreviewDataOptionsPrevious"


class SwitchPreviewDataOptions(_SwitchPreviewDataOptions, total=False):
    previous_quantity: int
    previous_id: str


class SwitchPreviewDataSupersedesVersion(TypedDict):
    id: str
    title: str


class SwitchPreviewDataSupersedes(TypedDict):
    id: str
    version: "SwitchPreviewDataSupersedesVersion"
    effective_at: int
    origin: Literal["owner", "member", "host", "product", "support"]


class _SwitchPreviewDataTrialOptions(TypedDict):
    id: str
    title: str
    outcome: Literal["kept", "included", "lost", "restored"]
    quantity: int
    fee: Optional[int]
    user_fee: Optional[int]
    fee_unit: Optional[str]
    user_fee_unit: Optional[str]
    annual_fee: Optional[int]
    annual_user_fee: Optional[int]
    price_text: Optional[str]
    billing_period: Optional["BillingPeriod"]
    message: str
    features: List["FeatureRef"]
    previous: "SwitchPreviewDataOptionsPrevious"
    paid: bool
    price_increased: bool


class SwitchPreviewDataTrialOptions(_SwitchPreviewDataTrialOptions, total=False):
    previous_quantity: int
    previous_id: str


class SwitchPreviewDataTrial(TypedDict):
    ends_at: int
    next_version: "SwitchPreviewDataSupersedesVersion"
    total: "Total"
    chosen_total: "Total"
    options_total: Optional["Total"]
    options: List["SwitchPreviewDataTrialOptions"]


class SwitchPreviewDataTotals(TypedDict):
    """Price of the version and of the optional features that are on, before and after, by list: also in a
    trial, in which nothing is paid."""

    before: Optional["Total"]
    after: "Total"


class SwitchPreviewDataTermsEnd(TypedDict):
    at: int
    totals: "SwitchPreviewDataTotals"


_SwitchPreviewData0 = TypedDict("_SwitchPreviewData0", {"direction": Literal["upgrade", "downgrade", "none"], "pays": Literal["more", "less", "same", "unknown"], "gets": Literal["more", "less", "same", "mixed"], "allowed": bool, "blockers": List["Blocker"], "from": Optional["PricedVersion"], "to": "PricedVersion", "difference": "SwitchPreviewDataDifference", "gained": List["FeatureRef"], "lost": List["SwitchPreviewDataLost"], "kept": List["FeatureRef"], "raised": List["FeatureChange"], "lowered": List["SwitchPreviewDataLowered"], "changed": List["FeatureChange"], "optional_gained": List["FeatureRef"], "optional_lost": List["FeatureRef"], "billing_period": "BillingPeriod", "previous_billing_period": Optional["BillingPeriod"], "billing_periods": List["BillingPeriod"], "users": int, "previous_users": int, "quantity": Optional[int], "previous_quantity": Optional[int], "options": List["SwitchPreviewDataOptions"], "supersedes": Optional["SwitchPreviewDataSupersedes"], "joins": Optional["SwitchPreviewDataSupersedes"], "ends_terms": Optional["Terms"], "confirmation_required": bool, "trial": Optional["SwitchPreviewDataTrial"], "previous_trial_ends_at": Optional[int], "totals": "SwitchPreviewDataTotals", "terms_end": Optional["SwitchPreviewDataTermsEnd"], "revision": str})

_SwitchPreviewData1 = TypedDict("_SwitchPreviewData1", {"period_end_only": Literal[True], "trial_available": Literal[True], "exceeded_limits": List["SwitchPreviewDataExceededLimits"]}, total=False)


class SwitchPreviewData(_SwitchPreviewData0, _SwitchPreviewData1):
    pass


class SwitchPreview(TypedDict):
    success: Literal[True]
    message: str
    data: "SwitchPreviewData"


class PricedVersion(TypedDict):
    id: str
    title: str
    replaced_by: Optional[str]
    fee: Optional[int]
    user_fee: Optional[int]
    fee_unit: Optional[str]
    user_fee_unit: Optional[str]
    annual_fee: Optional[int]
    annual_user_fee: Optional[int]
    price_text: Optional[str]
    min_users: Optional[int]
    min_quantity: Optional[int]
    max_quantity: Optional[int]


class FeatureRef(TypedDict):
    id: str
    title: str
    is_limit: bool


_FeatureChange0 = TypedDict("_FeatureChange0", {"id": str, "title": str, "is_limit": bool, "from": "FeatureContent", "to": "FeatureContent", "improved": Optional[bool]})

_FeatureChange1 = TypedDict("_FeatureChange1", {}, total=False)


class FeatureChange(_FeatureChange0, _FeatureChange1):
    pass


class FeatureContent(TypedDict):
    value: Optional[str]
    amount: Optional[float]
    unlimited: bool
    unit: Optional[str]
    period: Optional[str]


class SwitchRequest(TypedDict, total=False):
    version_id: str
    reason: str
    billing_period: "BillingPeriod"
    users: int
    quantity: int
    trial: bool
    trial_ends_at: int
    restore: str


class SwitchResultData(TypedDict):
    history_id: str
    version_id: str
    timestamp: int


class SwitchResult(TypedDict):
    success: Literal[True]
    message: str
    data: "SwitchResultData"


class Total(TypedDict):
    billing_period: "BillingPeriod"
    users: int
    quantity: Optional[int]
    fee: int
    user_fee: int
    amount: int
    not_included: List[str]


class AccountChangeVersion(TypedDict):
    """Version to switch to, with its price when the change was confirmed."""

    id: str
    title: str
    tag: str
    fee: Optional[int]
    user_fee: Optional[int]
    fee_unit: Optional[str]
    user_fee_unit: Optional[str]
    annual_fee: Optional[int]
    annual_user_fee: Optional[int]
    price_text: Optional[str]
    currency: str
    currency_digits: int


class AccountChangeCommands(TypedDict):
    version_id: Optional[str]
    billing_period: Optional["BillingPeriod"]
    users: Optional[int]
    quantity: Optional[int]
    optional_feature: Optional["SwitchPreviewDataSupersedesVersion"]


class AccountChangeBlockers(TypedDict):
    code: str
    message: str


class AccountChangeConfirmedOptionalFeatures(TypedDict):
    id: str
    title: str
    quantity: int
    fee: Optional[int]
    user_fee: Optional[int]
    fee_unit: Optional[str]
    user_fee_unit: Optional[str]
    annual_fee: Optional[int]
    annual_user_fee: Optional[int]
    price_text: Optional[str]


class AccountChangeConfirmed(TypedDict):
    """What the preview said that was confirmed."""

    users: int
    quantity: Optional[int]
    optional_features: List["AccountChangeConfirmedOptionalFeatures"]
    totals: "SwitchPreviewDataTotals"


class AccountChange(TypedDict):
    id: str
    state: Literal["scheduled", "waiting", "applied", "canceled", "declined", "superseded", "expired"]
    version: "AccountChangeVersion"
    previous_version: Optional["AccountChangeVersion"]
    billing_period: "BillingPeriod"
    pays: Literal["more", "less", "same", "unknown"]
    users: Optional[int]
    optional_feature: Optional["SwitchPreviewDataSupersedesVersion"]
    quantity: Optional[int]
    commands: List["AccountChangeCommands"]
    trial: Optional[Literal["start", "end", "none"]]
    effective_at: Optional[int]
    at_period_end: bool
    waits_for: Optional[Literal["owner", "host"]]
    expires_at: Optional[int]
    origin: Literal["owner", "member", "host", "product", "support"]
    move_id: Optional[str]
    reason: Optional[str]
    requests: int
    blockers: List["AccountChangeBlockers"]
    created_at: int
    created_by: "Actor"
    decided_by: Optional["Actor"]
    message: Optional[str]
    ended_at: Optional[int]
    history_id: Optional[str]
    confirmed: "AccountChangeConfirmed"
    totals: Optional["SwitchPreviewDataTotals"]
    options_total: Optional["Total"]
    checkout_url: Optional[str]
    cancelable: bool


class _AccountChangeList(TypedDict):
    success: Literal[True]
    message: str
    payload: List["AccountChange"]
    has_more: bool


class AccountChangeList(_AccountChangeList, total=False):
    next_cursor: str


class RequestAccount(TypedDict):
    """The account that it is of."""

    id: str
    external_id: Optional[str]
    title: str


class Request(TypedDict):
    id: str
    state: Literal["scheduled", "waiting", "applied", "canceled", "declined", "superseded", "expired"]
    version: "AccountChangeVersion"
    previous_version: Optional["AccountChangeVersion"]
    billing_period: "BillingPeriod"
    pays: Literal["more", "less", "same", "unknown"]
    users: Optional[int]
    optional_feature: Optional["SwitchPreviewDataSupersedesVersion"]
    quantity: Optional[int]
    commands: List["AccountChangeCommands"]
    trial: Optional[Literal["start", "end", "none"]]
    effective_at: Optional[int]
    at_period_end: bool
    waits_for: Optional[Literal["owner", "host"]]
    expires_at: Optional[int]
    origin: Literal["owner", "member", "host", "product", "support"]
    move_id: Optional[str]
    reason: Optional[str]
    requests: int
    blockers: List["AccountChangeBlockers"]
    created_at: int
    created_by: "Actor"
    decided_by: Optional["Actor"]
    message: Optional[str]
    ended_at: Optional[int]
    history_id: Optional[str]
    confirmed: "AccountChangeConfirmed"
    totals: Optional["SwitchPreviewDataTotals"]
    options_total: Optional["Total"]
    checkout_url: Optional[str]
    cancelable: bool
    account: "RequestAccount"


class _RequestList(TypedDict):
    success: Literal[True]
    message: str
    data: List["Request"]
    has_more: bool


class RequestList(_RequestList, total=False):
    next_cursor: str


class AccountChangeResponse(TypedDict):
    success: Literal[True]
    message: str
    data: "AccountChange"


class AccountChangeRequest(TypedDict, total=False):
    version_id: str
    billing_period: "BillingPeriod"
    users: int
    optional_feature_id: str
    quantity: int
    trial: bool
    effective: Union[Literal["now", "period_end"], int]
    reason: str


class AccountChangeRefusal(TypedDict, total=False):
    message: str


class ClockRequest(TypedDict):
    now: int


class ClockResponseData(TypedDict):
    now: int
    changes: List["AccountChange"]


class ClockResponse(TypedDict):
    success: Literal[True]
    message: str
    data: "ClockResponseData"


class _MoveRequest(TypedDict):
    from_version_id: str
    to_version_id: str
    effective: Union[Literal["now", "period_end"], int]


class MoveRequest(_MoveRequest, total=False):
    reason: str


class MoveListDataPreviousVersion(TypedDict):
    """Version whose accounts are moved."""

    id: str
    title: str
    tag: str


class MoveListDataEnded(TypedDict):
    """Number of changes that have ended in the last 90 days, by outcome."""

    applied: int
    canceled: int
    declined: int
    superseded: int
    expired: int


class MoveListDataStopped(TypedDict):
    code: Literal["preview_stale", "version_inactive", "version_not_found"]
    message: str


class MoveListData(TypedDict):
    id: str
    state: Literal["scheduling", "scheduled", "stopped", "canceling", "canceled"]
    created_at: int
    created_by: "Actor"
    previous_version: "MoveListDataPreviousVersion"
    version: "MoveListDataPreviousVersion"
    effective: Union[Literal["now", "period_end"], int]
    reason: Optional[str]
    accounts: int
    scheduled: int
    skipped: int
    open: int
    waiting: int
    ended: "MoveListDataEnded"
    stopped: Optional["MoveListDataStopped"]


class _MoveList(TypedDict):
    success: Literal[True]
    message: str
    data: List["MoveListData"]
    has_more: bool


class MoveList(_MoveList, total=False):
    next_cursor: str


class MoveResponseDataSkippedAccounts(TypedDict):
    account_id: str
    external_id: Optional[str]
    code: str
    message: str


class MoveResponseData(TypedDict):
    id: str
    state: Literal["scheduling", "scheduled", "stopped", "canceling", "canceled"]
    created_at: int
    created_by: "Actor"
    previous_version: "MoveListDataPreviousVersion"
    version: "MoveListDataPreviousVersion"
    effective: Union[Literal["now", "period_end"], int]
    reason: Optional[str]
    accounts: int
    scheduled: int
    skipped: int
    open: int
    waiting: int
    ended: "MoveListDataEnded"
    stopped: Optional["MoveListDataStopped"]
    skipped_accounts: List["MoveResponseDataSkippedAccounts"]


class MoveResponse(TypedDict):
    success: Literal[True]
    message: str
    data: "MoveResponseData"


class _MovePreviewResponseData(TypedDict):
    accounts: int
    movable: int
    skipped: List["MoveResponseDataSkippedAccounts"]
    revenue: Optional["Revenue"]
    has_more: bool


class MovePreviewResponseData(_MovePreviewResponseData, total=False):
    next_cursor: str


class MovePreviewResponse(TypedDict):
    success: Literal[True]
    message: str
    data: "MovePreviewResponseData"


class OptionalFeaturesData(TypedDict):
    optional_features: List["OptionalFeature"]
    total: Optional["Total"]


class OptionalFeatures(TypedDict):
    success: Literal[True]
    message: str
    data: "OptionalFeaturesData"


class _OptionalFeature(TypedDict):
    id: str
    human_id: str
    replaced_by: Optional[str]
    title: str
    description: str
    more_info: Optional[str]
    features: List["OfferFeatures"]
    limits: List["OfferLimits"]
    depends_on: List[str]
    excludes: List[str]
    min_quantity: int
    max_quantity: int
    versions: Dict[str, "Price"]
    fee: Optional[int]
    user_fee: Optional[int]
    fee_unit: Optional[str]
    user_fee_unit: Optional[str]
    annual_fee: Optional[int]
    annual_user_fee: Optional[int]
    price_text: Optional[str]
    price_version_id: Optional[str]
    billing_period: Optional["BillingPeriod"]
    active: bool
    quantity: int
    since: Optional[int]
    included: bool
    available: bool
    retired: bool
    change: Optional["OptionDecision"]
    confirmation_required: bool
    revision: Optional[str]


class OptionalFeature(_OptionalFeature, total=False):
    untranslated: List[str]


class _OptionDecision(TypedDict):
    pays: Literal["more", "less", "same", "unknown"]
    allowed: bool
    blockers: List["OptionBlocker"]


class OptionDecision(_OptionDecision, total=False):
    period_end_only: Literal[True]


class _OptionBlocker(TypedDict):
    code: Literal["option_included", "option_not_offered", "price_on_request", "billing_period_unavailable", "option_dependency_missing", "option_excluded", "option_required", "quantity_out_of_range", "users_limit_exceeded", "usage_exceeds_limit", "self_service_disabled", "forbidden"]
    message: str
    options: List[str]


class OptionBlocker(_OptionBlocker, total=False):
    usage: "BlockerUsage"


class OptionPreviewDataOptions(TypedDict):
    id: str
    title: str
    quantity: int
    previous_quantity: int
    fee: Optional[int]
    user_fee: Optional[int]
    fee_unit: Optional[str]
    user_fee_unit: Optional[str]
    annual_fee: Optional[int]
    annual_user_fee: Optional[int]
    price_text: Optional[str]
    billing_period: "BillingPeriod"


class OptionPreviewDataTotals(TypedDict):
    """Price of the version and of the optional features that are on, before and after. `null` if the
    account has no version."""

    before: Optional["Total"]
    after: Optional["Total"]
    difference: Optional[int]


class _OptionPreviewData(TypedDict):
    pays: Literal["more", "less", "same", "unknown"]
    allowed: bool
    blockers: List["OptionBlocker"]
    id: str
    title: str
    quantity: int
    previous_quantity: int
    min_quantity: int
    max_quantity: int
    version: Optional["PricedVersion"]
    billing_period: Optional["BillingPeriod"]
    gained: List["FeatureRef"]
    lost: List["SwitchPreviewDataLost"]
    raised: List["FeatureChange"]
    lowered: List["SwitchPreviewDataLowered"]
    changed: List["FeatureChange"]
    options: List["OptionPreviewDataOptions"]
    supersedes: Optional["SwitchPreviewDataSupersedes"]
    joins: Optional["SwitchPreviewDataSupersedes"]
    terms_end: Optional["SwitchPreviewDataTermsEnd"]
    confirmation_required: bool
    totals: "OptionPreviewDataTotals"
    revision: str


class OptionPreviewData(_OptionPreviewData, total=False):
    period_end_only: Literal[True]
    exceeded_limits: List["SwitchPreviewDataExceededLimits"]


class OptionPreview(TypedDict):
    success: Literal[True]
    message: str
    data: "OptionPreviewData"


class _OptionChangeRequest(TypedDict):
    active: bool


class OptionChangeRequest(_OptionChangeRequest, total=False):
    quantity: int
    reason: str


class OptionChangeResultData(TypedDict):
    history_id: Optional[str]
    id: str
    active: bool
    quantity: int
    timestamp: Optional[int]


class OptionChangeResult(TypedDict):
    success: Literal[True]
    message: str
    data: "OptionChangeResultData"


class _OptionHistory(TypedDict):
    success: Literal[True]
    message: str
    payload: List["OptionHistoryEntry"]
    has_more: bool


class OptionHistory(_OptionHistory, total=False):
    next_cursor: str


class _OptionHistoryEntry(TypedDict):
    id: str
    title: str
    status: Literal["active", "inactive"]
    quantity: int
    timestamp: int
    fee: Optional[int]
    user_fee: Optional[int]
    fee_unit: Optional[str]
    user_fee_unit: Optional[str]
    annual_fee: Optional[int]
    annual_user_fee: Optional[int]
    price_text: Optional[str]
    cause: Literal["toggle", "switch", "publication"]
    by: str
    history_id: str
    sequence: int
    version_id: str
    pays: Literal["more", "less", "same", "unknown"]
    switch_history_id: Optional[str]
    currency: str
    currency_digits: int
    billing_period: "BillingPeriod"
    account_billing_period: "BillingPeriod"
    features: List["FeatureRef"]
    actor: "Actor"
    reason: Optional[str]
    catalog_changes: List["CatalogChange"]


class OptionHistoryEntry(_OptionHistoryEntry, total=False):
    untranslated: List[str]


class _History(TypedDict):
    success: Literal[True]
    message: str
    payload: List["HistoryEntry"]
    has_more: bool


class History(_History, total=False):
    next_cursor: str


class _HistoryEntry(TypedDict):
    activated: int
    id: str
    title: str
    description: str
    history_id: str
    sequence: int
    plan_since: int
    deactivated: Optional[int]
    previous_version_id: Optional[str]
    previous_title: Optional[str]
    direction: Literal["upgrade", "downgrade", "none"]
    pays: Literal["more", "less", "same", "unknown"]
    fee: Optional[int]
    user_fee: Optional[int]
    fee_unit: Optional[str]
    user_fee_unit: Optional[str]
    annual_fee: Optional[int]
    annual_user_fee: Optional[int]
    price_text: Optional[str]
    min_users: Optional[int]
    min_quantity: Optional[int]
    max_quantity: Optional[int]
    currency: str
    currency_digits: int
    billing_period: "BillingPeriod"
    gained: List["FeatureRef"]
    lost: List["FeatureRef"]
    raised: List["FeatureChange"]
    lowered: List["FeatureChange"]
    changed: List["FeatureChange"]
    actor: "Actor"
    reason: Optional[str]
    account_billing_period: "BillingPeriod"
    users: int
    quantity: Optional[int]
    terms: Optional["Terms"]
    trial_ends_at: Optional[int]
    kind: Literal["switch", "users", "publication", "terms"]
    options: List["SwitchedOption"]
    undo: bool
    undo_until: Optional[int]
    follows_at: Optional[int]
    catalog_changes: List["CatalogChange"]


class HistoryEntry(_HistoryEntry, total=False):
    untranslated: List[str]


class _CatalogChangePrice(TypedDict):
    fee: Optional[int]
    user_fee: Optional[int]
    fee_unit: Optional[str]
    user_fee_unit: Optional[str]
    annual_fee: Optional[int]
    annual_user_fee: Optional[int]
    price_text: Optional[str]


class CatalogChangePrice(_CatalogChangePrice, total=False):
    """Price since."""

    min_users: Optional[int]
    max_users: Optional[int]
    min_quantity: Optional[int]
    max_quantity: Optional[int]


class CatalogChange(TypedDict):
    changed_at: int
    gained: List["FeatureRef"]
    lost: List["FeatureRef"]
    raised: List["FeatureChange"]
    lowered: List["FeatureChange"]
    changed: List["FeatureChange"]
    price: "CatalogChangePrice"
    previous_price: Optional["CatalogChangePrice"]


class _SwitchedOption(TypedDict):
    id: str
    title: str
    outcome: Literal["kept", "included", "lost", "restored"]
    quantity: int
    fee: Optional[int]
    user_fee: Optional[int]
    fee_unit: Optional[str]
    user_fee_unit: Optional[str]
    annual_fee: Optional[int]
    annual_user_fee: Optional[int]
    price_text: Optional[str]


class SwitchedOption(_SwitchedOption, total=False):
    previous_quantity: int
    previous_id: str
    previous: "VersionEntryTermsListedPrice"


class Notice(TypedDict):
    id: str
    type: Literal["changed", "moved", "kept", "included", "ended", "announced"]
    changed_at: int
    effective_at: Optional[int]
    ends_at: Optional[int]
    version: "SwitchPreviewDataSupersedesVersion"
    previous_version: Optional["SwitchPreviewDataSupersedesVersion"]
    optional_feature: Optional["SwitchPreviewDataSupersedesVersion"]
    lost: List["FeatureRef"]
    gained: List["FeatureRef"]
    raised: List["FeatureChange"]
    lowered: List["FeatureChange"]
    changed: List["FeatureChange"]
    price: Optional["CatalogChangePrice"]
    previous_price: Optional["CatalogChangePrice"]
    currency: str
    currency_digits: int
    billing_period: "BillingPeriod"
    account_billing_period: "BillingPeriod"
    previous_account_billing_period: Optional["BillingPeriod"]
    undone: bool
    history_id: Optional[str]


class _NoticeList(TypedDict):
    success: Literal[True]
    message: str
    payload: List["Notice"]
    has_more: bool


class NoticeList(_NoticeList, total=False):
    next_cursor: str


class NoticeDismissal(TypedDict):
    id: str
    dismissed_at: int
    dismissed_by: "Actor"


class NoticeDismissalResponse(TypedDict):
    success: Literal[True]
    message: str
    data: "NoticeDismissal"


class _AccountFeatures(TypedDict):
    success: Literal[True]
    message: str
    payload: List["AccountFeature"]
    has_more: bool


class AccountFeatures(_AccountFeatures, total=False):
    next_cursor: str


class _AccountFeature(TypedDict):
    id: str
    title: str
    is_limit: bool
    value: Optional[str]
    amount: Optional[float]
    unlimited: bool
    unit: Optional[str]
    period: Optional[str]
    renewable: Optional[bool]
    linked_features: List[str]
    source: Literal["version", "option", "terms"]


class AccountFeature(_AccountFeature, total=False):
    used: float
    remaining: Optional[float]
    used_at: int
    untranslated: List[str]


class _FeatureAccess(TypedDict):
    id: str
    allowed: bool
    known: bool
    value: Optional[str]
    amount: Optional[float]
    unlimited: bool
    unit: Optional[str]
    period: Optional[str]
    renewable: Optional[bool]
    source: Optional[Literal["version", "option", "terms"]]


class FeatureAccess(_FeatureAccess, total=False):
    used: float
    remaining: Optional[float]
    used_at: int
    untranslated: List[str]


class SignedEntitlementsData(TypedDict):
    token: str
    expires_at: int
    max_stale_at: int


class SignedEntitlements(TypedDict):
    success: Literal[True]
    message: str
    data: "SignedEntitlementsData"


class _UsageRequest(TypedDict):
    amounts: Dict[str, float]


class UsageRequest(_UsageRequest, total=False):
    reported_at: int


class Usage(TypedDict):
    account_id: str
    external_id: Optional[str]
    amounts: Dict[str, float]
    reported_at: Optional[int]


class UsageResponse(TypedDict):
    success: Literal[True]
    message: str
    data: "Usage"


class StoredUsageData(TypedDict):
    account_id: str
    external_id: Optional[str]
    amounts: Dict[str, float]
    reported_at: Optional[int]
    stored: bool


class StoredUsage(TypedDict):
    success: Literal[True]
    message: str
    data: "StoredUsageData"


class _UsagesRequestAccounts(TypedDict):
    external_id: str
    amounts: Dict[str, float]


class UsagesRequestAccounts(_UsagesRequestAccounts, total=False):
    reported_at: int


class UsagesRequest(TypedDict):
    accounts: List["UsagesRequestAccounts"]


class UsagesResponseDataReports(TypedDict):
    external_id: str
    stored: bool
    error: Optional["AccountChangeBlockers"]


class UsagesResponseData(TypedDict):
    reports: List["UsagesResponseDataReports"]


class UsagesResponse(TypedDict):
    success: Literal[True]
    message: str
    data: "UsagesResponseData"


class Account(TypedDict):
    id: str
    external_id: Optional[str]
    title: str
    created_at: int
    version: Optional["MoveListDataPreviousVersion"]
    activated_at: Optional[int]
    plan_since: Optional[int]
    billing_period: Optional["BillingPeriod"]
    period_ends_at: Optional[int]
    trial_ends_at: Optional[int]
    users: int
    email: Optional[str]
    deletes_at: Optional[int]


class OwnAccount(TypedDict):
    id: str
    external_id: Optional[str]
    title: str
    created_at: int
    version: Optional["MoveListDataPreviousVersion"]
    activated_at: Optional[int]
    plan_since: Optional[int]
    billing_period: Optional["BillingPeriod"]
    period_ends_at: Optional[int]
    trial_ends_at: Optional[int]
    users: int


class OwnAccountDetails(TypedDict):
    success: Literal[True]
    message: str
    data: "OwnAccount"


class _AccountList(TypedDict):
    success: Literal[True]
    message: str
    data: List["Account"]
    has_more: bool


class AccountList(_AccountList, total=False):
    next_cursor: str


class AccountDetails(TypedDict):
    success: Literal[True]
    message: str
    data: "Account"


class _AccountRequest(TypedDict):
    title: str


class AccountRequest(_AccountRequest, total=False):
    email: Optional[str]
    period_ends_at: Optional[int]
    users: int
    version_id: str
    tag: str
    billing_period: "BillingPeriod"
    activated_at: int


class AccountUpdate(TypedDict, total=False):
    title: str
    email: Optional[str]
    period_ends_at: Optional[int]
    users: int


class AccountResponseData(TypedDict):
    id: str
    external_id: Optional[str]
    title: str
    created_at: int
    version: Optional["MoveListDataPreviousVersion"]
    activated_at: Optional[int]
    plan_since: Optional[int]
    billing_period: Optional["BillingPeriod"]
    period_ends_at: Optional[int]
    trial_ends_at: Optional[int]
    users: int
    email: Optional[str]
    deletes_at: Optional[int]
    account_id: str
    created: bool
    version_id: Optional[str]


class AccountResponse(TypedDict):
    success: Literal[True]
    message: str
    data: "AccountResponseData"


class AccountSession(TypedDict):
    id: str
    role: Literal["member", "owner", "product", "support"]
    name: str
    user_id: Optional[str]
    started: bool
    created_at: int
    expires_at: int


class _AccountSessionList(TypedDict):
    success: Literal[True]
    message: str
    data: List["AccountSession"]
    has_more: bool


class AccountSessionList(_AccountSessionList, total=False):
    next_cursor: str


class AccountKey(TypedDict):
    id: str
    role: Optional[Literal["member", "owner", "product", "support"]]
    name: str
    prefix: str
    read_only: bool
    created_at: int
    expires_at: Optional[int]
    revoked_at: Optional[int]


class _AccountKeyList(TypedDict):
    success: Literal[True]
    message: str
    data: List["AccountKey"]
    has_more: bool


class AccountKeyList(_AccountKeyList, total=False):
    next_cursor: str


class _AccountKeyRequest(TypedDict):
    role: Literal["member", "owner"]


class AccountKeyRequest(_AccountKeyRequest, total=False):
    name: str
    read_only: bool
    expires_at: int


class CreatedAccountKeyData(TypedDict):
    id: str
    role: Optional[Literal["member", "owner", "product", "support"]]
    name: str
    prefix: str
    read_only: bool
    created_at: int
    expires_at: Optional[int]
    revoked_at: Optional[int]
    secret: str


class CreatedAccountKey(TypedDict):
    success: Literal[True]
    message: str
    data: "CreatedAccountKeyData"


class AccountKeyResponse(TypedDict):
    success: Literal[True]
    message: str
    data: "AccountKey"


class AnonymizedAccountData(TypedDict):
    account_id: str


class AnonymizedAccount(TypedDict):
    success: Literal[True]
    message: str
    data: "AnonymizedAccountData"


class Removal(TypedDict):
    success: Literal[True]
    message: str
    data: "AnonymizedAccountData"


class AccountExportDataUsers(TypedDict):
    name: str
    user_id: Optional[str]


class AccountExportDataKeys(TypedDict):
    id: str
    name: str
    prefix: str
    role: Optional[Literal["member", "owner", "product", "support"]]
    created_at: int
    expires_at: Optional[int]
    revoked_at: Optional[int]


class AccountExportDataSessions(TypedDict):
    id: str
    role: Literal["member", "owner", "product", "support"]
    name: str
    user_id: Optional[str]
    return_url: Optional[str]
    path: Optional[str]
    locale: Optional[str]
    created_at: int
    expires_at: Optional[int]
    revoked_at: Optional[int]


class AccountExportDataIdempotencyKeys(TypedDict):
    key: str
    created_at: int
    expires_at: Optional[int]


class AccountExportDataUsage(TypedDict):
    """What the account uses of its limits."""

    amounts: Dict[str, float]
    reported_at: Optional[int]


class AccountExportData(TypedDict):
    account: "Account"
    users: List["AccountExportDataUsers"]
    grants: List["Grant"]
    keys: List["AccountExportDataKeys"]
    sessions: List["AccountExportDataSessions"]
    idempotency_keys: List["AccountExportDataIdempotencyKeys"]
    usage: "AccountExportDataUsage"
    dismissed_notices: List["NoticeDismissal"]
    history: List["HistoryEntry"]
    optional_features: List["OptionHistoryEntry"]
    changes: List["AccountChange"]


class AccountExport(TypedDict):
    success: Literal[True]
    message: str
    data: "AccountExportData"


class TermsRequestPrice(TypedDict, total=False):
    """The fees that differ from those of the version. Others stay."""

    fee: int
    user_fee: int
    annual_fee: int
    annual_user_fee: int


_TermsRequest0 = TypedDict("_TermsRequest0", {"reason": str})

_TermsRequest1 = TypedDict("_TermsRequest1", {"version_id": Optional[str], "price": "TermsRequestPrice", "limits": Dict[str, Optional[float]], "features": Dict[str, Union[bool, str]], "from": int, "until": Optional[int]}, total=False)


class TermsRequest(_TermsRequest0, _TermsRequest1):
    pass


class TermsPrice(TypedDict, total=False):
    """The fees that differ from those of the version. Others stay."""

    fee: int
    user_fee: int
    annual_fee: int
    annual_user_fee: int


_Terms0 = TypedDict("_Terms0", {"version_id": Optional[str], "price": "TermsPrice", "limits": Dict[str, Optional[float]], "features": Dict[str, Union[bool, str]], "from": int, "until": Optional[int], "reason": str, "active": bool})

_Terms1 = TypedDict("_Terms1", {}, total=False)


class Terms(_Terms0, _Terms1):
    pass


_AccountTerms0 = TypedDict("_AccountTerms0", {"version_id": Optional[str], "price": "TermsPrice", "limits": Dict[str, Optional[float]], "features": Dict[str, Union[bool, str]], "from": int, "until": Optional[int], "reason": str, "active": bool, "history_id": str, "agreed_at": int, "agreed_by": "Actor"})

_AccountTerms1 = TypedDict("_AccountTerms1", {}, total=False)


class AccountTerms(_AccountTerms0, _AccountTerms1):
    pass


class TermsResponseData(TypedDict):
    terms: Optional["AccountTerms"]


class TermsResponse(TypedDict):
    success: Literal[True]
    message: str
    data: "TermsResponseData"


class TermsResultData(TypedDict):
    terms: Optional["AccountTerms"]
    problems: List["AccountChangeBlockers"]


class TermsResult(TypedDict):
    success: Literal[True]
    message: str
    data: "TermsResultData"


class Grant(TypedDict):
    version: "MoveListDataPreviousVersion"
    source: Literal["api", "price_list", "both"]
    created_at: int


class _GrantList(TypedDict):
    success: Literal[True]
    message: str
    data: List["Grant"]
    has_more: bool


class GrantList(_GrantList, total=False):
    next_cursor: str


class GrantResponse(TypedDict):
    success: Literal[True]
    message: str
    data: "Grant"


class GrantDeletedResponseData(TypedDict):
    version_id: str


class GrantDeletedResponse(TypedDict):
    success: Literal[True]
    message: str
    data: "GrantDeletedResponseData"


class _PortalSessionRequest(TypedDict):
    role: Literal["member", "owner", "product", "support"]
    name: str


class PortalSessionRequest(_PortalSessionRequest, total=False):
    account_id: str
    user_id: str
    return_url: str
    path: str
    locale: str


class PortalSessionData(TypedDict):
    session_id: str
    url: str
    expires: int


class PortalSession(TypedDict):
    success: Literal[True]
    message: str
    data: "PortalSessionData"


class _PortalTokenRequest(TypedDict):
    account_id: str
    role: Literal["member", "owner"]
    name: str
    origin: str


class PortalTokenRequest(_PortalTokenRequest, total=False):
    user_id: str


class PortalTokenData(TypedDict):
    session_id: str
    token: str
    expires: int


class PortalToken(TypedDict):
    success: Literal[True]
    message: str
    data: "PortalTokenData"


class CredentialUserData(TypedDict):
    account_id: str
    role: Literal["member", "owner", "product", "support"]
    name: str
    user_id: Optional[str]
    expires: Optional[int]


class CredentialUser(TypedDict):
    success: Literal[True]
    message: str
    data: "CredentialUserData"


class EndedPortalSessionData(TypedDict):
    session_id: str


class EndedPortalSession(TypedDict):
    success: Literal[True]
    message: str
    data: "EndedPortalSessionData"


class EndedPortalSessionsData(TypedDict):
    ended: int


class EndedPortalSessions(TypedDict):
    success: Literal[True]
    message: str
    data: "EndedPortalSessionsData"


class EditionScheduleFailureConflicts(TypedDict):
    file: Literal["source", "extension"]
    path: str
    base: Optional[str]
    live: Optional[str]
    scheduled: Optional[str]


class EditionScheduleFailure(TypedDict):
    reason: Literal["conflict", "confirmation_missing", "difference_changed", "invalid", "limit_exceeded", "end_unavailable", "other_publisher_required", "changes_requested"]
    publish_at: int
    failed_at: int
    conflicts: List["EditionScheduleFailureConflicts"]


class EditionEndedBy(TypedDict):
    id: str
    number: int
    state: Literal["draft", "scheduled", "published"]


class EditionEndsEdition(TypedDict):
    id: str
    number: int


class Edition(TypedDict):
    id: str
    number: int
    state: Literal["draft", "scheduled", "published", "discarded"]
    live: bool
    note: str
    revision: int
    base_id: Optional[str]
    created_by: "Actor"
    created_at: int
    updated_at: int
    updated_by: "Actor"
    publish_at: Optional[int]
    confirmation_required: bool
    schedule_failure: Optional["EditionScheduleFailure"]
    ends_at: Optional[int]
    ends_existing: Optional[Literal["keep", "keep_price", "follow", "follow_renewal"]]
    ended_by: Optional["EditionEndedBy"]
    ends_edition: Optional["EditionEndsEdition"]
    published_at: Optional[int]
    published_by: Optional["Actor"]
    share_expires_at: Optional[int]


_EditionDetailsExistingChanges0 = TypedDict("_EditionDetailsExistingChanges0", {"key": str, "from": Optional[Literal["keep", "keep_price", "follow", "follow_renewal"]], "to": Optional[Literal["keep", "keep_price", "follow", "follow_renewal"]]})

_EditionDetailsExistingChanges1 = TypedDict("_EditionDetailsExistingChanges1", {}, total=False)


class EditionDetailsExistingChanges(_EditionDetailsExistingChanges0, _EditionDetailsExistingChanges1):
    pass


class EditionDetailsScheduledEditions(TypedDict):
    id: str
    number: int
    note: str
    publish_at: int
    ends_edition: Optional["EditionEndsEdition"]
    outcome: Literal["scheduled", "confirmation_required", "conflict", "invalid"]
    conflicts: List["EditionScheduleFailureConflicts"]


class EditionDetails(TypedDict):
    id: str
    number: int
    state: Literal["draft", "scheduled", "published", "discarded"]
    live: bool
    note: str
    revision: int
    base_id: Optional[str]
    created_by: "Actor"
    created_at: int
    updated_at: int
    updated_by: "Actor"
    publish_at: Optional[int]
    confirmation_required: bool
    schedule_failure: Optional["EditionScheduleFailure"]
    ends_at: Optional[int]
    ends_existing: Optional[Literal["keep", "keep_price", "follow", "follow_renewal"]]
    ended_by: Optional["EditionEndedBy"]
    ends_edition: Optional["EditionEndsEdition"]
    published_at: Optional[int]
    published_by: Optional["Actor"]
    share_expires_at: Optional[int]
    reviewer: Optional["Reviewer"]
    changes_requested_by: Optional["Actor"]
    source: str
    extension: Optional[str]
    etag: str
    compared_to: Optional["Edition"]
    other_publisher_required: bool
    edited_by_you: bool
    existing: Optional[Dict[str, Literal["keep", "keep_price", "follow", "follow_renewal"]]]
    existing_changes: List["EditionDetailsExistingChanges"]
    live_edition: Optional["EditionEndsEdition"]
    scheduled_editions: List["EditionDetailsScheduledEditions"]
    problems: List["CatalogProblem"]
    difference: Optional["CatalogDifference"]
    preview: Optional["EditionPreview"]
    revenue: Optional["Revenue"]


class ListedEditionChangesVersions(TypedDict):
    title: str
    kind: Literal["added", "changed", "retired", "restored"]


class ListedEditionChanges(TypedDict):
    versions: List["ListedEditionChangesVersions"]
    features: int
    add_ons: int


class ListedEdition(TypedDict):
    id: str
    number: int
    state: Literal["draft", "scheduled", "published", "discarded"]
    live: bool
    note: str
    revision: int
    base_id: Optional[str]
    created_by: "Actor"
    created_at: int
    updated_at: int
    updated_by: "Actor"
    publish_at: Optional[int]
    confirmation_required: bool
    schedule_failure: Optional["EditionScheduleFailure"]
    ends_at: Optional[int]
    ends_existing: Optional[Literal["keep", "keep_price", "follow", "follow_renewal"]]
    ended_by: Optional["EditionEndedBy"]
    ends_edition: Optional["EditionEndsEdition"]
    published_at: Optional[int]
    published_by: Optional["Actor"]
    share_expires_at: Optional[int]
    reviewer: Optional["Reviewer"]
    changes_requested_by: Optional["Actor"]
    changes: Optional["ListedEditionChanges"]


class EditionPreviewChecks(TypedDict):
    code: Literal["feature_in_no_version", "feature_in_all_versions", "no_price", "no_description", "duplicate_title"]
    subjects: List[str]


class _EditionPreview(TypedDict):
    versions: List["VersionEntry"]
    optional_features_available: bool
    billing_period: Optional["BillingPeriod"]
    trial_ends_at: Optional[int]
    users: int
    quantity: Optional[int]
    app: "App"
    checks: List["EditionPreviewChecks"]


class EditionPreview(_EditionPreview, total=False):
    matrix: "Matrix"
    usage: List["VersionListDataUsage"]
    usage_fit: Optional["VersionListDataUsageFit"]


class _EditionList(TypedDict):
    success: Literal[True]
    message: str
    data: List["ListedEdition"]
    has_more: bool


class EditionList(_EditionList, total=False):
    next_cursor: str


class EditionRequest(TypedDict, total=False):
    source: str
    extension: Optional[str]
    note: str
    base_id: str
    existing: Optional[Dict[str, Literal["keep", "keep_price", "follow", "follow_renewal"]]]


class EditionUpdate(TypedDict, total=False):
    source: str
    extension: Optional[str]
    existing: Optional[Dict[str, Literal["keep", "keep_price", "follow", "follow_renewal"]]]
    note: str


class EditionResponse(TypedDict):
    success: Literal[True]
    message: str
    data: "Edition"


class EditionDetailsResponse(TypedDict):
    success: Literal[True]
    message: str
    data: "EditionDetails"


class EditionDeletedResponseData(TypedDict):
    id: str


class EditionDeletedResponse(TypedDict):
    success: Literal[True]
    message: str
    data: "EditionDeletedResponseData"


class EditionNote(TypedDict):
    number: int
    kind: Literal["comment", "review_requested", "changes_requested", "approved", "saved"]
    text: str
    revision: int
    reviewer: Optional["Reviewer"]
    created_by: "Actor"
    created_at: int


class _EditionNoteList(TypedDict):
    success: Literal[True]
    message: str
    data: List["EditionNote"]
    has_more: bool


class EditionNoteList(_EditionNoteList, total=False):
    next_cursor: str


class _EditionNoteRequestReviewer(TypedDict):
    name: str


class EditionNoteRequestReviewer(_EditionNoteRequestReviewer, total=False):
    """Whom a review is requested from. Required for `review_requested`, and only for it."""

    user_id: str


class EditionNoteRequest(TypedDict, total=False):
    kind: Literal["comment", "review_requested", "changes_requested", "approved"]
    text: str
    reviewer: "EditionNoteRequestReviewer"


class EditionNoteResponse(TypedDict):
    success: Literal[True]
    message: str
    data: "EditionNote"


class Reviewer(TypedDict):
    name: str
    user_id: Optional[str]


class PublicationRequest(TypedDict, total=False):
    at: int
    existing: Dict[str, Literal["keep", "keep_price", "follow", "follow_renewal"]]
    ends_at: int
    ends_existing: Literal["keep", "keep_price", "follow", "follow_renewal"]
    note: str


class ShareRequest(TypedDict, total=False):
    expires_at: int


class ShareResponseData(TypedDict):
    url: str
    expires_at: int


class ShareResponse(TypedDict):
    success: Literal[True]
    message: str
    data: "ShareResponseData"


class _CatalogCheckRequest(TypedDict):
    source: str


class CatalogCheckRequest(_CatalogCheckRequest, total=False):
    extension: Optional[str]
    existing: Dict[str, Literal["keep", "keep_price", "follow", "follow_renewal"]]
    revenue: bool
    texts: bool


class CatalogCheckResponseDataTextsEntries(TypedDict):
    path: List[str]
    text: str


class CatalogCheckResponseDataTexts(TypedDict):
    language: Optional[str]
    entries: List["CatalogCheckResponseDataTextsEntries"]


class CatalogCheckResponseData(TypedDict):
    problems: List["CatalogProblem"]
    difference: Optional["CatalogDifference"]
    preview: Optional["EditionPreview"]
    revenue: Optional["Revenue"]
    texts: Optional["CatalogCheckResponseDataTexts"]


class CatalogCheckResponse(TypedDict):
    success: Literal[True]
    message: str
    data: "CatalogCheckResponseData"


_CatalogDifferenceApp0 = TypedDict("_CatalogDifferenceApp0", {"field": str, "from": Optional[str], "to": Optional[str]})

_CatalogDifferenceApp1 = TypedDict("_CatalogDifferenceApp1", {}, total=False)


class CatalogDifferenceApp(_CatalogDifferenceApp0, _CatalogDifferenceApp1):
    pass


class CatalogDifferenceVersionsRenewals(TypedDict):
    """When these accounts follow with `follow_renewal`, as far as it is known. Absent with another
    decision."""

    at_once: int
    at_period_end: int
    unknown: int
    first_at: Optional[int]
    last_at: Optional[int]


class CatalogDifferenceVersionsLosses(TypedDict):
    reason: str
    accounts: int


class _CatalogDifferenceVersions(TypedDict):
    key: str
    id: Optional[str]
    title: str
    tag: str
    kind: Literal["added", "changed", "retired", "restored"]
    accounts: Optional[int]
    decision: Optional[Literal["keep", "keep_price", "follow", "follow_renewal"]]
    default_decision: Optional[Literal["keep", "keep_price", "follow", "follow_renewal"]]
    following_accounts: int
    losses: List["CatalogDifferenceVersionsLosses"]
    previous_price: Optional["VersionEntryTermsListedPrice"]
    price: "VersionEntryTermsListedPrice"
    gained: List["FeatureRef"]
    lost: List["FeatureRef"]
    raised: List["FeatureChange"]
    lowered: List["FeatureChange"]
    changed: List["FeatureChange"]
    fields: List["CatalogDifferenceApp"]


class CatalogDifferenceVersions(_CatalogDifferenceVersions, total=False):
    scheduled_changes: int
    waiting_changes: int
    requested_decision: Optional[Literal["keep", "keep_price", "follow", "follow_renewal"]]
    renewals: "CatalogDifferenceVersionsRenewals"
    default_following_accounts: int


class _CatalogDifferenceEarlierVersions(TypedDict):
    key: str
    id: Optional[str]
    title: str
    tag: str
    accounts: Optional[int]
    decision: Optional[Literal["keep", "keep_price", "follow", "follow_renewal"]]
    default_decision: Optional[Literal["keep", "keep_price", "follow", "follow_renewal"]]
    following_accounts: int
    losses: List["CatalogDifferenceVersionsLosses"]
    previous_price: Optional["VersionEntryTermsListedPrice"]
    price: "VersionEntryTermsListedPrice"
    gained: List["FeatureRef"]
    lost: List["FeatureRef"]
    raised: List["FeatureChange"]
    lowered: List["FeatureChange"]
    changed: List["FeatureChange"]
    present_key: str


class CatalogDifferenceEarlierVersions(_CatalogDifferenceEarlierVersions, total=False):
    requested_decision: Optional[Literal["keep", "keep_price", "follow", "follow_renewal"]]
    renewals: "CatalogDifferenceVersionsRenewals"
    default_following_accounts: int


class CatalogDifferenceFeatures(TypedDict):
    id: str
    title: str
    is_limit: bool
    kind: Literal["added", "changed", "retired", "restored"]
    fields: List["CatalogDifferenceApp"]


_CatalogDifferenceAddOnsPrices0 = TypedDict("_CatalogDifferenceAddOnsPrices0", {"version": str, "from": Optional["VersionEntryTermsListedPrice"], "to": Optional["VersionEntryTermsListedPrice"]})

_CatalogDifferenceAddOnsPrices1 = TypedDict("_CatalogDifferenceAddOnsPrices1", {}, total=False)


class CatalogDifferenceAddOnsPrices(_CatalogDifferenceAddOnsPrices0, _CatalogDifferenceAddOnsPrices1):
    pass


_CatalogDifferenceAddOnsFeatures0 = TypedDict("_CatalogDifferenceAddOnsFeatures0", {"feature": str, "from": Optional[str], "to": Optional[str]})

_CatalogDifferenceAddOnsFeatures1 = TypedDict("_CatalogDifferenceAddOnsFeatures1", {}, total=False)


class CatalogDifferenceAddOnsFeatures(_CatalogDifferenceAddOnsFeatures0, _CatalogDifferenceAddOnsFeatures1):
    pass


class _CatalogDifferenceAddOns(TypedDict):
    key: str
    id: str
    title: str
    kind: Literal["added", "changed", "retired", "restored"]
    accounts: Optional[int]
    decision: Optional[Literal["keep", "keep_price", "follow", "follow_renewal"]]
    default_decision: Optional[Literal["keep", "keep_price", "follow", "follow_renewal"]]
    following_accounts: int
    losses: List["CatalogDifferenceVersionsLosses"]
    prices: List["CatalogDifferenceAddOnsPrices"]
    features: List["CatalogDifferenceAddOnsFeatures"]
    fields: List["CatalogDifferenceApp"]


class CatalogDifferenceAddOns(_CatalogDifferenceAddOns, total=False):
    requested_decision: Optional[Literal["keep", "keep_price", "follow", "follow_renewal"]]
    renewals: "CatalogDifferenceVersionsRenewals"
    default_following_accounts: int
    unavailable_accounts: int


class _CatalogDifferenceEarlierAddOns(TypedDict):
    key: str
    present_key: str
    title: str
    accounts: Optional[int]
    decision: Optional[Literal["keep", "keep_price", "follow", "follow_renewal"]]
    default_decision: Optional[Literal["keep", "keep_price", "follow", "follow_renewal"]]
    following_accounts: int
    losses: List["CatalogDifferenceVersionsLosses"]


class CatalogDifferenceEarlierAddOns(_CatalogDifferenceEarlierAddOns, total=False):
    requested_decision: Optional[Literal["keep", "keep_price", "follow", "follow_renewal"]]
    renewals: "CatalogDifferenceVersionsRenewals"
    default_following_accounts: int


class CatalogDifferenceIncludedAddOns(TypedDict):
    version: str
    add_on: str
    accounts: int


_CatalogDifferenceRenames0 = TypedDict("_CatalogDifferenceRenames0", {"section": Literal["plans", "features", "usageLimits", "addOns"], "from": str, "to": str, "title": str, "new_title": str, "accounts": Optional[int], "extension": str})

_CatalogDifferenceRenames1 = TypedDict("_CatalogDifferenceRenames1", {}, total=False)


class CatalogDifferenceRenames(_CatalogDifferenceRenames0, _CatalogDifferenceRenames1):
    pass


class CatalogDifferenceGrants(TypedDict):
    """Grants of versions that `granted_to` adds and removes."""

    added: int
    removed: int


class CatalogDifference(TypedDict):
    app: List["CatalogDifferenceApp"]
    versions: List["CatalogDifferenceVersions"]
    earlier_versions: List["CatalogDifferenceEarlierVersions"]
    features: List["CatalogDifferenceFeatures"]
    add_ons: List["CatalogDifferenceAddOns"]
    earlier_add_ons: List["CatalogDifferenceEarlierAddOns"]
    included_add_ons: List["CatalogDifferenceIncludedAddOns"]
    renames: List["CatalogDifferenceRenames"]
    grants: "CatalogDifferenceGrants"
    warnings: List["CatalogProblem"]


class CatalogProblem(TypedDict):
    file: Literal["source", "extension"]
    line: Optional[int]
    column: Optional[int]
    path: str
    message: str


class RevenueVersionsPeriods(TypedDict):
    billing_period: "BillingPeriod"
    accounts: int
    users: int
    previous_amount: int
    amount: int


class RevenueVersionsLargestAccounts(TypedDict):
    id: str
    external_id: Optional[str]
    title: str
    users: int
    previous_amount: int
    amount: int


class RevenueVersions(TypedDict):
    id: str
    title: str
    tag: str
    accounts: int
    users: int
    previous_amount: int
    amount: int
    unpriced_accounts: int
    periods: List["RevenueVersionsPeriods"]
    largest_accounts: List["RevenueVersionsLargestAccounts"]


class Revenue(TypedDict):
    previous_currency: str
    previous_currency_digits: int
    currency: str
    currency_digits: int
    accounts: int
    users: int
    previous_amount: int
    amount: int
    versions: List["RevenueVersions"]


class EventList(TypedDict):
    success: Literal[True]
    message: str
    payload: List["Event"]
    next_cursor: str
    has_more: bool


Event = Union["AccountCreatedEvent", "AccountDeletedEvent", "VersionSwitchedEvent", "OptionEnabledEvent", "OptionDisabledEvent", "ChangeScheduledEvent", "ChangeWaitingEvent", "ChangeEndedEvent", "TrialEndingEvent", "ChangeAnnouncedEvent", "MoveScheduledEvent", "CatalogPublishedEvent", "CatalogScheduledEvent", "ScheduleCanceledEvent"]

class AccountCreatedEventData(TypedDict):
    title: str
    cause: Literal["request", "import"]


class AccountCreatedEvent(TypedDict):
    id: str
    timestamp: str
    account_id: str
    external_id: Optional[str]
    sequence: int
    type: Literal["account.created"]
    data: "AccountCreatedEventData"


class AccountDeletedEventData(TypedDict, total=False):
    pass


class AccountDeletedEvent(TypedDict):
    id: str
    timestamp: str
    account_id: str
    external_id: Optional[str]
    sequence: int
    type: Literal["account.deleted"]
    data: "AccountDeletedEventData"


_VersionSwitchedEventData0 = TypedDict("_VersionSwitchedEventData0", {"history_id": str, "kind": Literal["switch", "users", "publication", "terms"], "cause": Literal["request", "publication", "import"], "activated_at": int, "from": Optional["MoveListDataPreviousVersion"], "to": "MoveListDataPreviousVersion", "direction": Literal["upgrade", "downgrade", "none"], "pays": Literal["more", "less", "same", "unknown"], "gained": List[str], "gained_count": int, "lost": List[str], "lost_count": int, "actor": "Actor", "reason": Optional[str], "billing_period": "BillingPeriod", "users": int, "quantity": Optional[int], "trial_ends_at": Optional[int], "price": "VersionEntryTermsListedPrice", "terms": Optional["Terms"], "previous_price": Optional["VersionEntryTermsListedPrice"], "currency": str, "currency_digits": int})

_VersionSwitchedEventData1 = TypedDict("_VersionSwitchedEventData1", {}, total=False)


class VersionSwitchedEventData(_VersionSwitchedEventData0, _VersionSwitchedEventData1):
    pass


class VersionSwitchedEvent(TypedDict):
    id: str
    timestamp: str
    account_id: str
    external_id: Optional[str]
    sequence: int
    type: Literal["account.version_switched"]
    data: "VersionSwitchedEventData"


class OptionEnabledEventData(TypedDict):
    history_id: str
    option: "SwitchPreviewDataSupersedesVersion"
    active: bool
    quantity: int
    version_id: str
    pays: Literal["more", "less", "same", "unknown"]
    fee: Optional[int]
    user_fee: Optional[int]
    fee_unit: Optional[str]
    user_fee_unit: Optional[str]
    annual_fee: Optional[int]
    annual_user_fee: Optional[int]
    price_text: Optional[str]
    price: Optional["VersionEntryTermsListedPrice"]
    previous_price: Optional["VersionEntryTermsListedPrice"]
    currency: str
    currency_digits: int
    billing_period: "BillingPeriod"
    cause: Literal["toggle", "switch", "publication"]
    switch_history_id: Optional[str]
    features: List[str]
    features_count: int
    actor: "Actor"
    reason: Optional[str]


class OptionEnabledEvent(TypedDict):
    id: str
    timestamp: str
    account_id: str
    external_id: Optional[str]
    sequence: int
    type: Literal["account.option_enabled"]
    data: "OptionEnabledEventData"


class OptionDisabledEvent(TypedDict):
    id: str
    timestamp: str
    account_id: str
    external_id: Optional[str]
    sequence: int
    type: Literal["account.option_disabled"]
    data: "OptionEnabledEventData"


class ChangeScheduledEventDataCommands(TypedDict):
    version_id: Optional[str]
    billing_period: Optional["BillingPeriod"]
    users: Optional[int]
    quantity: Optional[int]
    option: Optional["SwitchPreviewDataSupersedesVersion"]


class _ChangeScheduledEventData(TypedDict):
    change_id: str
    version: "MoveListDataPreviousVersion"
    billing_period: "BillingPeriod"
    pays: Literal["more", "less", "same", "unknown"]
    users: Optional[int]
    option: Optional["SwitchPreviewDataSupersedesVersion"]
    quantity: Optional[int]
    effective_at: Optional[int]
    at_period_end: bool
    waits_for: Optional[Literal["owner", "host"]]
    expires_at: Optional[int]
    origin: Literal["owner", "member", "host", "product", "support"]
    batch_id: Optional[str]
    reason: Optional[str]
    blockers: List["AccountChangeBlockers"]
    created_by: "Actor"
    decided_by: Optional["Actor"]
    message: Optional[str]
    outcome: Optional[Literal["applied", "canceled", "declined", "superseded", "expired"]]
    history_id: Optional[str]


class ChangeScheduledEventData(_ChangeScheduledEventData, total=False):
    commands: List["ChangeScheduledEventDataCommands"]


class ChangeScheduledEvent(TypedDict):
    id: str
    timestamp: str
    account_id: str
    external_id: Optional[str]
    sequence: int
    type: Literal["account.change_scheduled"]
    data: "ChangeScheduledEventData"


class ChangeWaitingEvent(TypedDict):
    id: str
    timestamp: str
    account_id: str
    external_id: Optional[str]
    sequence: int
    type: Literal["account.change_waiting"]
    data: "ChangeScheduledEventData"


class ChangeEndedEvent(TypedDict):
    id: str
    timestamp: str
    account_id: str
    external_id: Optional[str]
    sequence: int
    type: Literal["account.change_ended"]
    data: "ChangeScheduledEventData"


class _TrialEndingEventData(TypedDict):
    change_id: str
    version: "MoveListDataPreviousVersion"
    billing_period: "BillingPeriod"
    pays: Literal["more", "less", "same", "unknown"]
    users: Optional[int]
    option: Optional["SwitchPreviewDataSupersedesVersion"]
    quantity: Optional[int]
    effective_at: Optional[int]
    at_period_end: bool
    waits_for: Optional[Literal["owner", "host"]]
    expires_at: Optional[int]
    origin: Literal["owner", "member", "host", "product", "support"]
    batch_id: Optional[str]
    reason: Optional[str]
    blockers: List["AccountChangeBlockers"]
    created_by: "Actor"
    decided_by: Optional["Actor"]
    message: Optional[str]
    outcome: Optional[Literal["applied", "canceled", "declined", "superseded", "expired"]]
    history_id: Optional[str]
    trial_version: "MoveListDataPreviousVersion"


class TrialEndingEventData(_TrialEndingEventData, total=False):
    commands: List["ChangeScheduledEventDataCommands"]


class TrialEndingEvent(TypedDict):
    id: str
    timestamp: str
    account_id: str
    external_id: Optional[str]
    sequence: int
    type: Literal["account.trial_ending"]
    data: "TrialEndingEventData"


class ChangeAnnouncedEventDataEdition(TypedDict):
    """The edition that is scheduled."""

    id: str
    number: int
    note: str


class ChangeAnnouncedEventDataChangedOptions(TypedDict):
    id: str
    title: str
    price: Optional["CatalogChangePrice"]
    previous_price: Optional["CatalogChangePrice"]
    lost: List[str]
    gained: List[str]
    raised: List[str]
    lowered: List[str]
    changed: List[str]


class ChangeAnnouncedEventData(TypedDict):
    edition: "ChangeAnnouncedEventDataEdition"
    withdrawn: bool
    effective_at: int
    ends_at: Optional[int]
    version: "MoveListDataPreviousVersion"
    price: Optional["CatalogChangePrice"]
    previous_price: Optional["CatalogChangePrice"]
    lost: List[str]
    gained: List[str]
    raised: List[str]
    lowered: List[str]
    changed: List[str]
    billing_period: "BillingPeriod"
    previous_billing_period: Optional["BillingPeriod"]
    changed_options: List["ChangeAnnouncedEventDataChangedOptions"]
    currency: str
    currency_digits: int


class ChangeAnnouncedEvent(TypedDict):
    id: str
    timestamp: str
    account_id: str
    external_id: Optional[str]
    sequence: int
    type: Literal["account.change_announced"]
    data: "ChangeAnnouncedEventData"


class MoveScheduledEventData(TypedDict):
    move_id: str
    from_version_id: str
    to_version_id: str
    reason: Optional[str]
    scheduled: int
    skipped: int


class MoveScheduledEvent(TypedDict):
    id: str
    timestamp: str
    type: Literal["move.scheduled"]
    account_id: None
    external_id: None
    sequence: None
    data: "MoveScheduledEventData"


class CatalogPublishedEventDataChangedVersions(TypedDict):
    id: str
    title: str
    tag: str
    outcome: Literal["added", "keep", "follow", "retired", "restored"]
    kept_version_id: Optional[str]
    accounts: int
    gained: List[str]
    lost: List[str]
    raised: List[str]
    lowered: List[str]
    changed: List[str]
    previous_price: Optional["VersionEntryTermsListedPrice"]
    price: "VersionEntryTermsListedPrice"


class CatalogPublishedEventDataChangedOptionsPrices(TypedDict):
    version_id: str
    previous_price: Optional["VersionEntryTermsListedPrice"]
    price: Optional["VersionEntryTermsListedPrice"]


class CatalogPublishedEventDataChangedOptions(TypedDict):
    id: str
    title: str
    outcome: Literal["added", "keep", "follow", "retired", "restored"]
    kept_option_id: Optional[str]
    accounts: int
    prices: List["CatalogPublishedEventDataChangedOptionsPrices"]


class CatalogPublishedEventData(TypedDict):
    catalog_revision: int
    versions: int
    features: int
    offers: int
    changed_versions: List["CatalogPublishedEventDataChangedVersions"]
    changed_options: List["CatalogPublishedEventDataChangedOptions"]
    edition: "ChangeAnnouncedEventDataEdition"
    actor: "Actor"


class CatalogPublishedEvent(TypedDict):
    id: str
    timestamp: str
    type: Literal["catalog.published"]
    account_id: None
    external_id: None
    sequence: None
    data: "CatalogPublishedEventData"


class _AuditList(TypedDict):
    success: Literal[True]
    message: str
    data: List["AuditEntry"]
    has_more: bool


class AuditList(_AuditList, total=False):
    next_cursor: str


class AuditEntry(TypedDict):
    id: str
    type: Literal["app.created", "account.switched", "account.add_on_changed", "account.terms_changed", "account.change_scheduled", "account.change_canceled", "account.signed_out", "account.exported", "account.removal_requested", "account.removal_withdrawn", "account.anonymized", "account.deletion_scheduled", "account.deletion_withdrawn", "user.signed_out", "session.created", "session.started", "session.ended", "key.created", "key.revoked", "grant.created", "grant.removed", "webhook_endpoint.created", "webhook_endpoint.updated", "webhook_endpoint.deleted", "webhook_endpoint.secret_rotated", "move.created", "move.canceled", "catalog.published", "catalog.scheduled", "catalog.schedule_canceled", "catalog.shared", "catalog.unshared", "catalog.two_person_rule_set", "staff_sign_in.set", "staff_sign_in.removed"]
    account: Optional["RequestAccount"]
    target_id: Optional[str]
    actor: "Actor"
    occurred_at: int
    data: Dict[str, Any]


class CatalogScheduledEventData(TypedDict):
    edition: "ChangeAnnouncedEventDataEdition"
    publish_at: int
    ends_edition: Optional["EditionEndsEdition"]
    confirmation_required: bool
    actor: "Actor"


class CatalogScheduledEvent(TypedDict):
    id: str
    timestamp: str
    type: Literal["catalog.scheduled"]
    account_id: None
    external_id: None
    sequence: None
    data: "CatalogScheduledEventData"


class ScheduleCanceledEventData(TypedDict):
    edition: "ChangeAnnouncedEventDataEdition"
    publish_at: int
    ends_edition: Optional["EditionEndsEdition"]
    reason: Literal["conflict", "confirmation_missing", "difference_changed", "invalid", "limit_exceeded", "end_unavailable", "other_publisher_required", "changes_requested", "canceled", "edited", "discarded"]
    conflicts: List["EditionScheduleFailureConflicts"]
    actor: "Actor"


class ScheduleCanceledEvent(TypedDict):
    id: str
    timestamp: str
    type: Literal["catalog.schedule_canceled"]
    account_id: None
    external_id: None
    sequence: None
    data: "ScheduleCanceledEventData"


class WebhookEndpoint(TypedDict):
    id: str
    url: str
    types: List[str]
    enabled: bool
    disabled_reason: Optional[Literal["request", "gone", "failing"]]
    disabled: Optional[int]
    failing_since: Optional[int]
    created: int
    secret_rotated: Optional[int]


class _WebhookEndpointRequest(TypedDict):
    url: str


class WebhookEndpointRequest(_WebhookEndpointRequest, total=False):
    types: List[Literal["account.created", "account.deleted", "account.version_switched", "account.option_enabled", "account.option_disabled", "account.change_scheduled", "account.change_waiting", "account.change_ended", "account.trial_ending", "account.change_announced", "move.scheduled", "catalog.published", "catalog.scheduled", "catalog.schedule_canceled"]]


class WebhookEndpointUpdate(TypedDict, total=False):
    url: str
    types: List[Literal["account.created", "account.deleted", "account.version_switched", "account.option_enabled", "account.option_disabled", "account.change_scheduled", "account.change_waiting", "account.change_ended", "account.trial_ending", "account.change_announced", "move.scheduled", "catalog.published", "catalog.scheduled", "catalog.schedule_canceled"]]
    enabled: bool


class _WebhookEndpointList(TypedDict):
    success: Literal[True]
    message: str
    data: List["WebhookEndpoint"]
    has_more: bool


class WebhookEndpointList(_WebhookEndpointList, total=False):
    next_cursor: str


class WebhookEndpointResponse(TypedDict):
    success: Literal[True]
    message: str
    data: "WebhookEndpoint"


class WebhookSecretResponseData(TypedDict):
    id: str
    url: str
    types: List[str]
    enabled: bool
    disabled_reason: Optional[Literal["request", "gone", "failing"]]
    disabled: Optional[int]
    failing_since: Optional[int]
    created: int
    secret_rotated: Optional[int]
    secret: str


class WebhookSecretResponse(TypedDict):
    success: Literal[True]
    message: str
    data: "WebhookSecretResponseData"


class WebhookDeletedResponse(TypedDict):
    success: Literal[True]
    message: str
    data: "EditionDeletedResponseData"


class WebhookTestResponseData(TypedDict):
    duration_ms: int
    status: Optional[int]
    error: Optional[str]
    response: Optional[str]
    delivered: bool
    event_id: str


class WebhookTestResponse(TypedDict):
    success: Literal[True]
    message: str
    data: "WebhookTestResponseData"


class WebhookRecoveryRequest(TypedDict):
    since: int


class WebhookRecoveryResponseData(TypedDict):
    deliveries: int


class WebhookRecoveryResponse(TypedDict):
    success: Literal[True]
    message: str
    data: "WebhookRecoveryResponseData"


class _WebhookDeliveryList(TypedDict):
    success: Literal[True]
    message: str
    payload: List["WebhookDeliveryWithEvent"]
    has_more: bool


class WebhookDeliveryList(_WebhookDeliveryList, total=False):
    next_cursor: str


class WebhookDelivery(TypedDict):
    event_id: str
    type: str
    account_id: Optional[str]
    state: Literal["queued", "waiting", "delivered", "failed"]
    created: int
    next_attempt: Optional[int]
    attempts: List["WebhookAttempt"]


class WebhookDeliveryWithEvent(TypedDict):
    event_id: str
    type: str
    account_id: Optional[str]
    state: Literal["queued", "waiting", "delivered", "failed"]
    created: int
    next_attempt: Optional[int]
    attempts: List["WebhookAttempt"]
    account_title: Optional[str]
    event: Optional["Event"]


class WebhookDeliveryResponse(TypedDict):
    success: Literal[True]
    message: str
    data: "WebhookDelivery"


class WebhookDeliveryDetails(TypedDict):
    success: Literal[True]
    message: str
    data: "WebhookDeliveryWithEvent"


class WebhookAttempt(TypedDict):
    at: int
    duration_ms: int
    status: Optional[int]
    error: Optional[str]
    response: Optional[str]


class ProblemErrors(TypedDict):
    field: str
    code: Literal["parameter_missing", "parameter_invalid", "parameter_unknown"]
    message: str


class ProblemData(TypedDict, total=False):
    """The present state: with `edition_stale` the edition with its text or its difference, with
    `edition_invalid` the problems."""

    pass


class _Problem(TypedDict):
    success: Literal[False]
    message: str
    type: str
    title: str
    status: int
    detail: str
    code: Literal["not_found", "method_not_allowed", "unauthenticated", "forbidden", "cross_site", "too_many_requests", "unsupported_media_type", "body_too_large", "headers_too_large", "request_timeout", "invalid_json", "parameter_missing", "parameter_invalid", "parameter_unknown", "version_not_found", "option_not_found", "account_not_found", "portal_session_not_found", "key_not_found", "history_entry_not_found", "webhook_endpoint_not_found", "webhook_delivery_not_found", "edition_not_found", "edition_stale", "edition_invalid", "edition_unchanged", "edition_not_draft", "end_unavailable", "other_publisher_required", "changes_requested", "move_not_found", "change_not_found", "notice_not_found", "preview_stale", "version_inactive", "price_on_request", "billing_period_unavailable", "option_included", "option_not_offered", "option_dependency_missing", "option_excluded", "option_required", "quantity_out_of_range", "entry_restricted", "exit_restricted", "self_service_disabled", "downgrade_unavailable", "downgrade_at_period_end", "trial_unavailable", "trial_used", "users_limit_exceeded", "users_below_minimum", "usage_exceeds_limit", "users_managed_by_host", "undo_superseded", "undo_expired", "undo_unavailable", "confirmation_required", "version_current", "period_end_unknown", "change_ended", "change_not_waiting", "change_locked", "change_limit_reached", "terms_unavailable", "clock_unavailable", "clock_in_past", "removal_not_requested", "other_person_required", "grant_in_price_list", "idempotency_key_reused", "webhook_limit_reached", "webhook_endpoint_disabled", "secret_recently_rotated", "switch_conflict", "webhooks_not_configured", "signing_not_configured", "service_unavailable", "internal_error"]
    request_id: str


class Problem(_Problem, total=False):
    errors: List["ProblemErrors"]
    more_errors: int
    data: "ProblemData"


class ListVersionsQuery(TypedDict, total=False):
    exclude_matrix: bool
    users: int
    quantity: int
    billing_period: "BillingPeriod"
    fits: Literal["usage"]
    language: str


class IdPath(TypedDict):
    id: str


class GetVersionQuery(TypedDict, total=False):
    language: str


class PreviewSwitchQuery(TypedDict, total=False):
    billing_period: "BillingPeriod"
    users: int
    quantity: int
    trial: bool
    trial_ends_at: int
    restore: str
    change: str
    language: str


class ListChangesQuery(TypedDict, total=False):
    state: Literal["open", "ended"]
    limit: int
    cursor: str
    language: str


class ListRequestsQuery(TypedDict, total=False):
    waits_for: Literal["owner", "host"]
    limit: int
    cursor: str


class CancelChangeQuery(TypedDict, total=False):
    reason: str


class ExternalIdPath(TypedDict):
    external_id: str


class ListMovesQuery(TypedDict, total=False):
    limit: int
    cursor: str


class _PreviewMoveQuery(TypedDict):
    from_version_id: str
    to_version_id: str
    effective: str


class PreviewMoveQuery(_PreviewMoveQuery, total=False):
    limit: int
    cursor: str


class ListOptionalFeaturesQuery(TypedDict, total=False):
    users: int
    language: str


class PreviewOptionalFeatureQuery(TypedDict, total=False):
    active: bool
    quantity: int
    users: int
    language: str


class ListVersionHistoryQuery(TypedDict, total=False):
    limit: int
    cursor: int
    language: str
    at: int
    include: Literal["options", "catalog", "options,catalog"]
    columns: Literal["all"]


class ListOptionHistoryQuery(TypedDict, total=False):
    limit: int
    cursor: int
    language: str


class ListNoticesQuery(TypedDict, total=False):
    limit: int
    cursor: str
    language: str


class ListAccountFeaturesQuery(TypedDict, total=False):
    limit: int
    cursor: str
    language: str


class HumanIdPath(TypedDict):
    human_id: str


class GetAccountFeatureQuery(TypedDict, total=False):
    language: str


class ListAccountsQuery(TypedDict, total=False):
    search: str
    version_id: str
    changed_by: str
    limit: int
    cursor: str


class _DeleteAccountQuery(TypedDict):
    confirm: str


class DeleteAccountQuery(_DeleteAccountQuery, total=False):
    immediately: bool


class ListAccountSessionsQuery(TypedDict, total=False):
    limit: int
    cursor: str


class ListAccountKeysQuery(TypedDict, total=False):
    limit: int
    cursor: str


class ExternalIdKeyIdPath(TypedDict):
    external_id: str
    key_id: str


class RequestRemovalQuery(TypedDict, total=False):
    reason: str


class WithdrawRemovalQuery(TypedDict, total=False):
    reason: str


class ExportAccountQuery(TypedDict, total=False):
    reason: str


class ListGrantsQuery(TypedDict, total=False):
    limit: int
    cursor: str


class ExternalIdVersionIdPath(TypedDict):
    external_id: str
    version_id: str


class GrantVersionQuery(TypedDict, total=False):
    reason: str


class RevokeGrantQuery(TypedDict, total=False):
    reason: str


class EndTermsQuery(TypedDict, total=False):
    reason: str


class EndPortalSessionsQuery(TypedDict):
    user_id: str


class ListEditionsQuery(TypedDict, total=False):
    limit: int
    cursor: str


class GetEditionQuery(TypedDict, total=False):
    compare_to: str


class ListEditionNotesQuery(TypedDict, total=False):
    limit: int
    cursor: str


class ListEventsQuery(TypedDict, total=False):
    types: str
    account_id: str
    limit: int
    cursor: str


class ListAuditQuery(TypedDict, total=False):
    type: Literal["app.created", "account.switched", "account.add_on_changed", "account.terms_changed", "account.change_scheduled", "account.change_canceled", "account.signed_out", "account.exported", "account.removal_requested", "account.removal_withdrawn", "account.anonymized", "account.deletion_scheduled", "account.deletion_withdrawn", "user.signed_out", "session.created", "session.started", "session.ended", "key.created", "key.revoked", "grant.created", "grant.removed", "webhook_endpoint.created", "webhook_endpoint.updated", "webhook_endpoint.deleted", "webhook_endpoint.secret_rotated", "move.created", "move.canceled", "catalog.published", "catalog.scheduled", "catalog.schedule_canceled", "catalog.shared", "catalog.unshared", "catalog.two_person_rule_set", "staff_sign_in.set", "staff_sign_in.removed"]
    account_id: str
    actor: str
    search: str
    since: int
    until: int
    sign_in_links: bool
    limit: int
    cursor: str


class ListWebhookEndpointsQuery(TypedDict, total=False):
    limit: int
    cursor: str


class ListWebhookDeliveriesQuery(TypedDict, total=False):
    state: Literal["queued", "waiting", "delivered", "failed"]
    limit: int
    cursor: str


class IdEventIdPath(TypedDict):
    id: str
    event_id: str


class GetOpenApiDocumentResponse(TypedDict):
    openapi: str



class Operations:
    """The arguments and results of each operation."""

    @overload
    def call(
        self,
        operation: Literal["listVersions"],
        *,
        query: "ListVersionsQuery" = ...,
        account: Optional[str] = ...,
        timeout: Optional[float] = ...,
    ) -> Result["VersionList"]:
        """List versions."""

    @overload
    def call(
        self,
        operation: Literal["switchVersion"],
        *,
        body: "SwitchRequest",
        account: Optional[str] = ...,
        actor: Optional[RequestActor] = ...,
        revision: Optional[str] = ...,
        idempotency_key: Optional[str] = ...,
        timeout: Optional[float] = ...,
    ) -> Result["SwitchResult"]:
        """Switch to a version."""

    @overload
    def call(
        self,
        operation: Literal["getVersion"],
        *,
        path: "IdPath",
        query: "GetVersionQuery" = ...,
        account: Optional[str] = ...,
        timeout: Optional[float] = ...,
    ) -> Result["Version"]:
        """Get a version."""

    @overload
    def call(
        self,
        operation: Literal["previewSwitch"],
        *,
        path: "IdPath",
        query: "PreviewSwitchQuery" = ...,
        account: Optional[str] = ...,
        timeout: Optional[float] = ...,
    ) -> Result["SwitchPreview"]:
        """Preview a switch."""

    @overload
    def call(
        self,
        operation: Literal["listChanges"],
        *,
        query: "ListChangesQuery" = ...,
        account: Optional[str] = ...,
        timeout: Optional[float] = ...,
    ) -> Result["AccountChangeList"]:
        """List changes."""

    @overload
    def call(
        self,
        operation: Literal["createChange"],
        *,
        body: "AccountChangeRequest",
        account: Optional[str] = ...,
        actor: Optional[RequestActor] = ...,
        revision: Optional[str] = ...,
        idempotency_key: Optional[str] = ...,
        timeout: Optional[float] = ...,
    ) -> Result["AccountChangeResponse"]:
        """Create a change."""

    @overload
    def call(
        self,
        operation: Literal["listRequests"],
        *,
        query: "ListRequestsQuery" = ...,
        timeout: Optional[float] = ...,
    ) -> Result["RequestList"]:
        """List changes that wait for consent."""

    @overload
    def call(
        self,
        operation: Literal["getChange"],
        *,
        path: "IdPath",
        account: Optional[str] = ...,
        timeout: Optional[float] = ...,
    ) -> Result["AccountChangeResponse"]:
        """Get a change."""

    @overload
    def call(
        self,
        operation: Literal["cancelChange"],
        *,
        path: "IdPath",
        query: "CancelChangeQuery" = ...,
        account: Optional[str] = ...,
        actor: Optional[RequestActor] = ...,
        timeout: Optional[float] = ...,
    ) -> Result["AccountChangeResponse"]:
        """Cancel a change."""

    @overload
    def call(
        self,
        operation: Literal["approveChange"],
        *,
        path: "IdPath",
        account: Optional[str] = ...,
        actor: Optional[RequestActor] = ...,
        revision: Optional[str] = ...,
        idempotency_key: Optional[str] = ...,
        timeout: Optional[float] = ...,
    ) -> Result["AccountChangeResponse"]:
        """Approve a change."""

    @overload
    def call(
        self,
        operation: Literal["declineChange"],
        *,
        path: "IdPath",
        body: "AccountChangeRefusal",
        account: Optional[str] = ...,
        actor: Optional[RequestActor] = ...,
        idempotency_key: Optional[str] = ...,
        timeout: Optional[float] = ...,
    ) -> Result["AccountChangeResponse"]:
        """Decline a change."""

    @overload
    def call(
        self,
        operation: Literal["advanceClock"],
        *,
        path: "ExternalIdPath",
        body: "ClockRequest",
        idempotency_key: Optional[str] = ...,
        timeout: Optional[float] = ...,
    ) -> Result["ClockResponse"]:
        """Advance the clock of an account."""

    @overload
    def call(
        self,
        operation: Literal["createMove"],
        *,
        body: "MoveRequest",
        actor: Optional[RequestActor] = ...,
        idempotency_key: Optional[str] = ...,
        timeout: Optional[float] = ...,
    ) -> Result["MoveResponse"]:
        """Move accounts to another version."""

    @overload
    def call(
        self,
        operation: Literal["listMoves"],
        *,
        query: "ListMovesQuery" = ...,
        timeout: Optional[float] = ...,
    ) -> Result["MoveList"]:
        """List moves."""

    @overload
    def call(
        self,
        operation: Literal["previewMove"],
        *,
        query: "PreviewMoveQuery",
        timeout: Optional[float] = ...,
    ) -> Result["MovePreviewResponse"]:
        """Preview a move."""

    @overload
    def call(
        self,
        operation: Literal["getMove"],
        *,
        path: "IdPath",
        timeout: Optional[float] = ...,
    ) -> Result["MoveResponse"]:
        """Get a move."""

    @overload
    def call(
        self,
        operation: Literal["cancelMove"],
        *,
        path: "IdPath",
        actor: Optional[RequestActor] = ...,
        timeout: Optional[float] = ...,
    ) -> Result["MoveResponse"]:
        """Cancel a move."""

    @overload
    def call(
        self,
        operation: Literal["listOptionalFeatures"],
        *,
        query: "ListOptionalFeaturesQuery" = ...,
        account: Optional[str] = ...,
        timeout: Optional[float] = ...,
    ) -> Result["OptionalFeatures"]:
        """List optional features."""

    @overload
    def call(
        self,
        operation: Literal["previewOptionalFeature"],
        *,
        path: "IdPath",
        query: "PreviewOptionalFeatureQuery" = ...,
        account: Optional[str] = ...,
        timeout: Optional[float] = ...,
    ) -> Result["OptionPreview"]:
        """Preview a change of an optional feature."""

    @overload
    def call(
        self,
        operation: Literal["changeOptionalFeature"],
        *,
        path: "IdPath",
        body: "OptionChangeRequest",
        account: Optional[str] = ...,
        actor: Optional[RequestActor] = ...,
        revision: Optional[str] = ...,
        idempotency_key: Optional[str] = ...,
        timeout: Optional[float] = ...,
    ) -> Result["OptionChangeResult"]:
        """Turn an optional feature on or off."""

    @overload
    def call(
        self,
        operation: Literal["listVersionHistory"],
        *,
        query: "ListVersionHistoryQuery" = ...,
        account: Optional[str] = ...,
        timeout: Optional[float] = ...,
    ) -> Result["History"]:
        """List the version history."""

    @overload
    def call(
        self,
        operation: Literal["listOptionHistory"],
        *,
        query: "ListOptionHistoryQuery" = ...,
        account: Optional[str] = ...,
        timeout: Optional[float] = ...,
    ) -> Result["OptionHistory"]:
        """List the history of optional features."""

    @overload
    def call(
        self,
        operation: Literal["listNotices"],
        *,
        query: "ListNoticesQuery" = ...,
        account: Optional[str] = ...,
        timeout: Optional[float] = ...,
    ) -> Result["NoticeList"]:
        """List notices."""

    @overload
    def call(
        self,
        operation: Literal["dismissNotice"],
        *,
        path: "IdPath",
        account: Optional[str] = ...,
        actor: Optional[RequestActor] = ...,
        timeout: Optional[float] = ...,
    ) -> Result["NoticeDismissalResponse"]:
        """Dismiss a notice."""

    @overload
    def call(
        self,
        operation: Literal["listAccountFeatures"],
        *,
        query: "ListAccountFeaturesQuery" = ...,
        account: Optional[str] = ...,
        timeout: Optional[float] = ...,
    ) -> Result["AccountFeatures"]:
        """List the features of the account."""

    @overload
    def call(
        self,
        operation: Literal["getAccountFeature"],
        *,
        path: "HumanIdPath",
        query: "GetAccountFeatureQuery" = ...,
        account: Optional[str] = ...,
        timeout: Optional[float] = ...,
    ) -> Result["FeatureAccess"]:
        """Check a feature of the account."""

    @overload
    def call(
        self,
        operation: Literal["getSignedEntitlements"],
        *,
        account: Optional[str] = ...,
        timeout: Optional[float] = ...,
    ) -> Result["SignedEntitlements"]:
        """Get the features as a signed token."""

    @overload
    def call(
        self,
        operation: Literal["setUsage"],
        *,
        path: "ExternalIdPath",
        body: "UsageRequest",
        timeout: Optional[float] = ...,
    ) -> Result["StoredUsage"]:
        """Report the usage of an account."""

    @overload
    def call(
        self,
        operation: Literal["getUsage"],
        *,
        path: "ExternalIdPath",
        timeout: Optional[float] = ...,
    ) -> Result["UsageResponse"]:
        """Get the usage of an account."""

    @overload
    def call(
        self,
        operation: Literal["setUsages"],
        *,
        body: "UsagesRequest",
        idempotency_key: Optional[str] = ...,
        timeout: Optional[float] = ...,
    ) -> Result["UsagesResponse"]:
        """Report the usage of many accounts."""

    @overload
    def call(
        self,
        operation: Literal["listAccounts"],
        *,
        query: "ListAccountsQuery" = ...,
        timeout: Optional[float] = ...,
    ) -> Result["AccountList"]:
        """List accounts."""

    @overload
    def call(
        self,
        operation: Literal["getAccount"],
        *,
        path: "ExternalIdPath",
        timeout: Optional[float] = ...,
    ) -> Result["AccountDetails"]:
        """Get an account."""

    @overload
    def call(
        self,
        operation: Literal["upsertAccount"],
        *,
        path: "ExternalIdPath",
        body: "AccountRequest",
        actor: Optional[RequestActor] = ...,
        idempotency_key: Optional[str] = ...,
        timeout: Optional[float] = ...,
    ) -> Result["AccountResponse"]:
        """Create or update an account."""

    @overload
    def call(
        self,
        operation: Literal["updateAccount"],
        *,
        path: "ExternalIdPath",
        body: "AccountUpdate",
        actor: Optional[RequestActor] = ...,
        idempotency_key: Optional[str] = ...,
        timeout: Optional[float] = ...,
    ) -> Result["AccountDetails"]:
        """Update an account."""

    @overload
    def call(
        self,
        operation: Literal["deleteAccount"],
        *,
        path: "ExternalIdPath",
        query: "DeleteAccountQuery",
        actor: Optional[RequestActor] = ...,
        timeout: Optional[float] = ...,
    ) -> Result["AccountDetails"]:
        """Delete an account."""

    @overload
    def call(
        self,
        operation: Literal["listAccountSessions"],
        *,
        path: "ExternalIdPath",
        query: "ListAccountSessionsQuery" = ...,
        timeout: Optional[float] = ...,
    ) -> Result["AccountSessionList"]:
        """List the sessions of an account."""

    @overload
    def call(
        self,
        operation: Literal["endAccountSessions"],
        *,
        path: "ExternalIdPath",
        actor: Optional[RequestActor] = ...,
        timeout: Optional[float] = ...,
    ) -> Result["EndedPortalSessions"]:
        """Sign all users of an account out."""

    @overload
    def call(
        self,
        operation: Literal["listAccountKeys"],
        *,
        path: "ExternalIdPath",
        query: "ListAccountKeysQuery" = ...,
        timeout: Optional[float] = ...,
    ) -> Result["AccountKeyList"]:
        """List the keys of an account."""

    @overload
    def call(
        self,
        operation: Literal["createAccountKey"],
        *,
        path: "ExternalIdPath",
        body: "AccountKeyRequest",
        idempotency_key: Optional[str] = ...,
        timeout: Optional[float] = ...,
    ) -> Result["CreatedAccountKey"]:
        """Create a key for an account."""

    @overload
    def call(
        self,
        operation: Literal["revokeAccountKey"],
        *,
        path: "ExternalIdKeyIdPath",
        timeout: Optional[float] = ...,
    ) -> Result["AccountKeyResponse"]:
        """Revoke a key of an account."""

    @overload
    def call(
        self,
        operation: Literal["getOwnAccount"],
        *,
        account: Optional[str] = ...,
        timeout: Optional[float] = ...,
    ) -> Result["OwnAccountDetails"]:
        """Get your account."""

    @overload
    def call(
        self,
        operation: Literal["anonymizeAccount"],
        *,
        path: "ExternalIdPath",
        actor: Optional[RequestActor] = ...,
        idempotency_key: Optional[str] = ...,
        timeout: Optional[float] = ...,
    ) -> Result["AnonymizedAccount"]:
        """Anonymize an account."""

    @overload
    def call(
        self,
        operation: Literal["restoreAccount"],
        *,
        path: "ExternalIdPath",
        actor: Optional[RequestActor] = ...,
        idempotency_key: Optional[str] = ...,
        timeout: Optional[float] = ...,
    ) -> Result["AccountDetails"]:
        """Keep an account."""

    @overload
    def call(
        self,
        operation: Literal["requestRemoval"],
        *,
        path: "ExternalIdPath",
        query: "RequestRemovalQuery" = ...,
        actor: Optional[RequestActor] = ...,
        idempotency_key: Optional[str] = ...,
        timeout: Optional[float] = ...,
    ) -> Result["Removal"]:
        """Request the removal of personal data."""

    @overload
    def call(
        self,
        operation: Literal["withdrawRemoval"],
        *,
        path: "ExternalIdPath",
        query: "WithdrawRemovalQuery" = ...,
        actor: Optional[RequestActor] = ...,
        timeout: Optional[float] = ...,
    ) -> Result["Removal"]:
        """Withdraw the request to remove personal data."""

    @overload
    def call(
        self,
        operation: Literal["exportAccount"],
        *,
        path: "ExternalIdPath",
        query: "ExportAccountQuery" = ...,
        actor: Optional[RequestActor] = ...,
        timeout: Optional[float] = ...,
    ) -> Result["AccountExport"]:
        """Export an account."""

    @overload
    def call(
        self,
        operation: Literal["listGrants"],
        *,
        path: "ExternalIdPath",
        query: "ListGrantsQuery" = ...,
        timeout: Optional[float] = ...,
    ) -> Result["GrantList"]:
        """List the grants of an account."""

    @overload
    def call(
        self,
        operation: Literal["grantVersion"],
        *,
        path: "ExternalIdVersionIdPath",
        query: "GrantVersionQuery" = ...,
        actor: Optional[RequestActor] = ...,
        idempotency_key: Optional[str] = ...,
        timeout: Optional[float] = ...,
    ) -> Result["GrantResponse"]:
        """Grant a version to an account."""

    @overload
    def call(
        self,
        operation: Literal["revokeGrant"],
        *,
        path: "ExternalIdVersionIdPath",
        query: "RevokeGrantQuery" = ...,
        actor: Optional[RequestActor] = ...,
        idempotency_key: Optional[str] = ...,
        timeout: Optional[float] = ...,
    ) -> Result["GrantDeletedResponse"]:
        """Remove a grant from an account."""

    @overload
    def call(
        self,
        operation: Literal["getTerms"],
        *,
        path: "ExternalIdPath",
        timeout: Optional[float] = ...,
    ) -> Result["TermsResponse"]:
        """Get the terms of an account."""

    @overload
    def call(
        self,
        operation: Literal["setTerms"],
        *,
        path: "ExternalIdPath",
        body: "TermsRequest",
        actor: Optional[RequestActor] = ...,
        timeout: Optional[float] = ...,
    ) -> Result["TermsResult"]:
        """Set the terms of an account."""

    @overload
    def call(
        self,
        operation: Literal["endTerms"],
        *,
        path: "ExternalIdPath",
        query: "EndTermsQuery" = ...,
        actor: Optional[RequestActor] = ...,
        timeout: Optional[float] = ...,
    ) -> Result["TermsResult"]:
        """End the terms of an account."""

    @overload
    def call(
        self,
        operation: Literal["createPortalSession"],
        *,
        body: "PortalSessionRequest",
        idempotency_key: Optional[str] = ...,
        timeout: Optional[float] = ...,
    ) -> Result["PortalSession"]:
        """Create a sign-in link."""

    @overload
    def call(
        self,
        operation: Literal["endPortalSessions"],
        *,
        query: "EndPortalSessionsQuery",
        timeout: Optional[float] = ...,
    ) -> Result["EndedPortalSessions"]:
        """End all sessions of a user."""

    @overload
    def call(
        self,
        operation: Literal["createPortalToken"],
        *,
        body: "PortalTokenRequest",
        idempotency_key: Optional[str] = ...,
        timeout: Optional[float] = ...,
    ) -> Result["PortalToken"]:
        """Create a token for a frame."""

    @overload
    def call(
        self,
        operation: Literal["getCredentialUser"],
        *,
        account: Optional[str] = ...,
        embedding_origin: Optional[str] = ...,
        timeout: Optional[float] = ...,
    ) -> Result["CredentialUser"]:
        """Get the user of a token."""

    @overload
    def call(
        self,
        operation: Literal["endPortalSession"],
        *,
        path: "IdPath",
        timeout: Optional[float] = ...,
    ) -> Result["EndedPortalSession"]:
        """End a session."""

    @overload
    def call(
        self,
        operation: Literal["checkCatalog"],
        *,
        body: "CatalogCheckRequest",
        timeout: Optional[float] = ...,
    ) -> Result["CatalogCheckResponse"]:
        """Check a price list."""

    @overload
    def call(
        self,
        operation: Literal["listEditions"],
        *,
        query: "ListEditionsQuery" = ...,
        timeout: Optional[float] = ...,
    ) -> Result["EditionList"]:
        """List editions."""

    @overload
    def call(
        self,
        operation: Literal["createEdition"],
        *,
        body: "EditionRequest",
        actor: Optional[RequestActor] = ...,
        idempotency_key: Optional[str] = ...,
        timeout: Optional[float] = ...,
    ) -> Result["EditionResponse"]:
        """Create an edition."""

    @overload
    def call(
        self,
        operation: Literal["getEdition"],
        *,
        path: "IdPath",
        query: "GetEditionQuery" = ...,
        timeout: Optional[float] = ...,
    ) -> Result["EditionDetailsResponse"]:
        """Get an edition."""

    @overload
    def call(
        self,
        operation: Literal["updateEdition"],
        *,
        path: "IdPath",
        body: "EditionUpdate",
        revision: Optional[str] = ...,
        timeout: Optional[float] = ...,
    ) -> Result["EditionResponse"]:
        """Replace the text of a draft."""

    @overload
    def call(
        self,
        operation: Literal["deleteEdition"],
        *,
        path: "IdPath",
        revision: Optional[str] = ...,
        timeout: Optional[float] = ...,
    ) -> Result["EditionDeletedResponse"]:
        """Discard a draft."""

    @overload
    def call(
        self,
        operation: Literal["shareEdition"],
        *,
        path: "IdPath",
        body: "ShareRequest",
        actor: Optional[RequestActor] = ...,
        idempotency_key: Optional[str] = ...,
        timeout: Optional[float] = ...,
    ) -> Result["ShareResponse"]:
        """Share a draft."""

    @overload
    def call(
        self,
        operation: Literal["unshareEdition"],
        *,
        path: "IdPath",
        timeout: Optional[float] = ...,
    ) -> Result["EditionDeletedResponse"]:
        """Stop sharing a draft."""

    @overload
    def call(
        self,
        operation: Literal["listEditionNotes"],
        *,
        path: "IdPath",
        query: "ListEditionNotesQuery" = ...,
        timeout: Optional[float] = ...,
    ) -> Result["EditionNoteList"]:
        """List the notes of an edition."""

    @overload
    def call(
        self,
        operation: Literal["addEditionNote"],
        *,
        path: "IdPath",
        body: "EditionNoteRequest",
        actor: Optional[RequestActor] = ...,
        revision: Optional[str] = ...,
        idempotency_key: Optional[str] = ...,
        timeout: Optional[float] = ...,
    ) -> Result["EditionNoteResponse"]:
        """Add a note to an edition."""

    @overload
    def call(
        self,
        operation: Literal["publishEdition"],
        *,
        path: "IdPath",
        body: "PublicationRequest",
        actor: Optional[RequestActor] = ...,
        revision: Optional[str] = ...,
        idempotency_key: Optional[str] = ...,
        timeout: Optional[float] = ...,
    ) -> Result["EditionResponse"]:
        """Publish an edition."""

    @overload
    def call(
        self,
        operation: Literal["cancelSchedule"],
        *,
        path: "IdPath",
        revision: Optional[str] = ...,
        timeout: Optional[float] = ...,
    ) -> Result["EditionResponse"]:
        """Cancel a schedule."""

    @overload
    def call(
        self,
        operation: Literal["listEvents"],
        *,
        query: "ListEventsQuery" = ...,
        timeout: Optional[float] = ...,
    ) -> Result["EventList"]:
        """List events."""

    @overload
    def call(
        self,
        operation: Literal["listAudit"],
        *,
        query: "ListAuditQuery" = ...,
        timeout: Optional[float] = ...,
    ) -> Result["AuditList"]:
        """List audit entries."""

    @overload
    def call(
        self,
        operation: Literal["createWebhookEndpoint"],
        *,
        body: "WebhookEndpointRequest",
        idempotency_key: Optional[str] = ...,
        timeout: Optional[float] = ...,
    ) -> Result["WebhookSecretResponse"]:
        """Create a webhook endpoint."""

    @overload
    def call(
        self,
        operation: Literal["listWebhookEndpoints"],
        *,
        query: "ListWebhookEndpointsQuery" = ...,
        timeout: Optional[float] = ...,
    ) -> Result["WebhookEndpointList"]:
        """List webhook endpoints."""

    @overload
    def call(
        self,
        operation: Literal["getWebhookEndpoint"],
        *,
        path: "IdPath",
        timeout: Optional[float] = ...,
    ) -> Result["WebhookEndpointResponse"]:
        """Get a webhook endpoint."""

    @overload
    def call(
        self,
        operation: Literal["updateWebhookEndpoint"],
        *,
        path: "IdPath",
        body: "WebhookEndpointUpdate",
        timeout: Optional[float] = ...,
    ) -> Result["WebhookEndpointResponse"]:
        """Update a webhook endpoint."""

    @overload
    def call(
        self,
        operation: Literal["deleteWebhookEndpoint"],
        *,
        path: "IdPath",
        timeout: Optional[float] = ...,
    ) -> Result["WebhookDeletedResponse"]:
        """Delete a webhook endpoint."""

    @overload
    def call(
        self,
        operation: Literal["rotateWebhookSecret"],
        *,
        path: "IdPath",
        idempotency_key: Optional[str] = ...,
        timeout: Optional[float] = ...,
    ) -> Result["WebhookSecretResponse"]:
        """Rotate the secret of a webhook endpoint."""

    @overload
    def call(
        self,
        operation: Literal["testWebhookEndpoint"],
        *,
        path: "IdPath",
        idempotency_key: Optional[str] = ...,
        timeout: Optional[float] = ...,
    ) -> Result["WebhookTestResponse"]:
        """Send a test event."""

    @overload
    def call(
        self,
        operation: Literal["listWebhookDeliveries"],
        *,
        path: "IdPath",
        query: "ListWebhookDeliveriesQuery" = ...,
        timeout: Optional[float] = ...,
    ) -> Result["WebhookDeliveryList"]:
        """List deliveries."""

    @overload
    def call(
        self,
        operation: Literal["getWebhookDelivery"],
        *,
        path: "IdEventIdPath",
        timeout: Optional[float] = ...,
    ) -> Result["WebhookDeliveryDetails"]:
        """Get a delivery."""

    @overload
    def call(
        self,
        operation: Literal["retryWebhookDelivery"],
        *,
        path: "IdEventIdPath",
        idempotency_key: Optional[str] = ...,
        timeout: Optional[float] = ...,
    ) -> Result["WebhookDeliveryResponse"]:
        """Send a delivery again."""

    @overload
    def call(
        self,
        operation: Literal["recoverWebhookDeliveries"],
        *,
        path: "IdPath",
        body: "WebhookRecoveryRequest",
        idempotency_key: Optional[str] = ...,
        timeout: Optional[float] = ...,
    ) -> Result["WebhookRecoveryResponse"]:
        """Send failed deliveries again."""

    @overload
    def call(
        self,
        operation: Literal["getOpenApiDocument"],
        *,
        timeout: Optional[float] = ...,
    ) -> Result["GetOpenApiDocumentResponse"]:
        """Get the OpenAPI document."""

    def call(self, operation: str, **arguments: Any) -> Any:
        """Calls an operation of the reference. `timeout` is that of an attempt, in seconds."""
        return self._call(operation, arguments)

    @overload
    def list_all(
        self,
        operation: Literal["listChanges"],
        *,
        query: "ListChangesQuery" = ...,
        account: Optional[str] = ...,
        timeout: Optional[float] = ...,
    ) -> Iterator["AccountChange"]:
        """List changes."""

    @overload
    def list_all(
        self,
        operation: Literal["listRequests"],
        *,
        query: "ListRequestsQuery" = ...,
        timeout: Optional[float] = ...,
    ) -> Iterator["Request"]:
        """List changes that wait for consent."""

    @overload
    def list_all(
        self,
        operation: Literal["listMoves"],
        *,
        query: "ListMovesQuery" = ...,
        timeout: Optional[float] = ...,
    ) -> Iterator["MoveListData"]:
        """List moves."""

    @overload
    def list_all(
        self,
        operation: Literal["listVersionHistory"],
        *,
        query: "ListVersionHistoryQuery" = ...,
        account: Optional[str] = ...,
        timeout: Optional[float] = ...,
    ) -> Iterator["HistoryEntry"]:
        """List the version history."""

    @overload
    def list_all(
        self,
        operation: Literal["listOptionHistory"],
        *,
        query: "ListOptionHistoryQuery" = ...,
        account: Optional[str] = ...,
        timeout: Optional[float] = ...,
    ) -> Iterator["OptionHistoryEntry"]:
        """List the history of optional features."""

    @overload
    def list_all(
        self,
        operation: Literal["listNotices"],
        *,
        query: "ListNoticesQuery" = ...,
        account: Optional[str] = ...,
        timeout: Optional[float] = ...,
    ) -> Iterator["Notice"]:
        """List notices."""

    @overload
    def list_all(
        self,
        operation: Literal["listAccountFeatures"],
        *,
        query: "ListAccountFeaturesQuery" = ...,
        account: Optional[str] = ...,
        timeout: Optional[float] = ...,
    ) -> Iterator["AccountFeature"]:
        """List the features of the account."""

    @overload
    def list_all(
        self,
        operation: Literal["listAccounts"],
        *,
        query: "ListAccountsQuery" = ...,
        timeout: Optional[float] = ...,
    ) -> Iterator["Account"]:
        """List accounts."""

    @overload
    def list_all(
        self,
        operation: Literal["listAccountSessions"],
        *,
        path: "ExternalIdPath",
        query: "ListAccountSessionsQuery" = ...,
        timeout: Optional[float] = ...,
    ) -> Iterator["AccountSession"]:
        """List the sessions of an account."""

    @overload
    def list_all(
        self,
        operation: Literal["listAccountKeys"],
        *,
        path: "ExternalIdPath",
        query: "ListAccountKeysQuery" = ...,
        timeout: Optional[float] = ...,
    ) -> Iterator["AccountKey"]:
        """List the keys of an account."""

    @overload
    def list_all(
        self,
        operation: Literal["listGrants"],
        *,
        path: "ExternalIdPath",
        query: "ListGrantsQuery" = ...,
        timeout: Optional[float] = ...,
    ) -> Iterator["Grant"]:
        """List the grants of an account."""

    @overload
    def list_all(
        self,
        operation: Literal["listEditions"],
        *,
        query: "ListEditionsQuery" = ...,
        timeout: Optional[float] = ...,
    ) -> Iterator["ListedEdition"]:
        """List editions."""

    @overload
    def list_all(
        self,
        operation: Literal["listEditionNotes"],
        *,
        path: "IdPath",
        query: "ListEditionNotesQuery" = ...,
        timeout: Optional[float] = ...,
    ) -> Iterator["EditionNote"]:
        """List the notes of an edition."""

    @overload
    def list_all(
        self,
        operation: Literal["listEvents"],
        *,
        query: "ListEventsQuery" = ...,
        timeout: Optional[float] = ...,
    ) -> Iterator["Event"]:
        """List events."""

    @overload
    def list_all(
        self,
        operation: Literal["listAudit"],
        *,
        query: "ListAuditQuery" = ...,
        timeout: Optional[float] = ...,
    ) -> Iterator["AuditEntry"]:
        """List audit entries."""

    @overload
    def list_all(
        self,
        operation: Literal["listWebhookEndpoints"],
        *,
        query: "ListWebhookEndpointsQuery" = ...,
        timeout: Optional[float] = ...,
    ) -> Iterator["WebhookEndpoint"]:
        """List webhook endpoints."""

    @overload
    def list_all(
        self,
        operation: Literal["listWebhookDeliveries"],
        *,
        path: "IdPath",
        query: "ListWebhookDeliveriesQuery" = ...,
        timeout: Optional[float] = ...,
    ) -> Iterator["WebhookDeliveryWithEvent"]:
        """List deliveries."""

    def list_all(self, operation: str, **arguments: Any) -> Iterator[Any]:
        """Requests the pages of a list one after another, and returns their items."""
        return self._list_all(operation, arguments)

    # The client has both.

    def _call(self, operation: str, arguments: Dict[str, Any]) -> Result[Any]:
        raise NotImplementedError

    def _list_all(self, operation: str, arguments: Dict[str, Any]) -> Iterator[Any]:
        raise NotImplementedError
