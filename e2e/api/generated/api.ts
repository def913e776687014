// Made by openapi-typescript from /api/openapi.json.

export interface paths {
    "/app/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the versions
         * @description The versions that this caller can see, sorted by tag, with a matrix of their features: the active and public ones, those opened to the account, and always the one it has, also when that is retired. The product role sees those that are not public, too.
         */
        get: operations["listVersions"];
        put?: never;
        /**
         * Switch the account to a version
         * @description Sets the version of the account and writes one entry to its history. Switches of one account queue; each that is accepted is one entry. The version that the account has already is answered with the entry there is.
         */
        post: operations["switchVersion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/versions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read one version
         * @description One version with the features it includes. The answer is the version itself, without an envelope. An id that is unknown, malformed, of another app or not for this caller gets one and the same refusal.
         */
        get: operations["readVersion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/app/versions/{id}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Preview a switch
         * @description What a switch of this account to this version would do: what is gained and lost, what it costs, and whether it is allowed. Nothing is written. Send the `ETag` as `If-Match` with the switch, and it happens as previewed or not at all.
         */
        get: operations["previewSwitch"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the account’s history
         * @description Every switch of the account, newest first, so that the first entry is the current version. An entry stays as it was at its moment, whatever is renamed or repriced later. Without a parameter the newest 1,000 are answered; `limit` and `cursor` page on. As `text/csv` (RFC 4180 with a header line, fees in minor units, times in UTC) it comes whole, or with `at` as the one entry.
         */
        get: operations["readHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/accounts/{external_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Sign an account up
         * @description Makes an account on the default version of the app, or finds the one with this id of yours and renames it where its title is another. The same call twice is one account.
         */
        put: operations["signAccountUp"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/portal/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let a person in
         * @description Makes a link that signs one person in, once, within 5 minutes. Answer the click in your product with a redirect to it; ask for it only then. Whoever opens it is what the body says, for one account.
         */
        post: operations["invitePerson"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read this description
         * @description The interface as OpenAPI 3.1, for code generators and for tests. It is the same for everybody.
         */
        get: operations["readDescription"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        VersionList: {
            /**
             * @description True where the request succeeded.
             * @constant
             */
            success: true;
            /** @description Fit for a user; empty on plain reads. */
            message: string;
            data: {
                /** @description Sorted by tag. */
                versions: components["schemas"]["VersionEntry"][];
                /** @description Left out with `exclude_matrix=true`. */
                matrix?: components["schemas"]["Matrix"];
                /** @description Whether any feature can be added to what the account has. */
                optional_features_available: boolean;
                app: components["schemas"]["App"];
            };
        };
        VersionEntry: {
            /** @description Version id, `ver_…` */
            id: string;
            /** @description What people call the version. */
            title: string;
            /** @description What the version is, in a sentence. */
            description: string;
            /** @description Points parted by `|` or new lines; null for none. */
            more_info: string | null;
            /** @description Whether accounts can still move to it. */
            active: boolean;
            /** @description Minor units a billing period; null is not priced, 0 is free. */
            fee: number | null;
            /** @description Minor units a user and billing period; null is not priced. */
            user_fee: number | null;
            /** @description Short label by which versions are sorted, v2 before v10. */
            tag: string;
            /** @description False where only some callers see it. */
            public: boolean;
            /** @description Whether it is what the account has. */
            current: boolean;
            /** @description What a switch to it would be; null for a caller without an account. */
            switch: components["schemas"]["SwitchDecision"] | null;
        };
        SwitchDecision: {
            /**
             * @description By the price for one user; at one price by the tag. None where there is nothing to compare.
             * @enum {string}
             */
            direction: "upgrade" | "downgrade" | "none";
            /** @description Whether the switch would be accepted now. */
            allowed: boolean;
            /** @description What stands in its way; empty where it is allowed. */
            blockers: components["schemas"]["Blocker"][];
        };
        Blocker: {
            /**
             * @description The code with which the switch would be refused.
             * @enum {string}
             */
            code: "forbidden" | "version_inactive" | "price_on_request" | "entry_restricted" | "exit_restricted";
            /** @description Fit for a user. */
            message: string;
        };
        Matrix: {
            /** @description Titles, in display order. */
            versions: string[];
            /** @description A row for each feature. */
            features: components["schemas"]["MatrixFeature"][];
        };
        MatrixFeature: {
            /** @description Readable slug. */
            id: string;
            /** @description What people call the feature. */
            title: string;
            /** @description What it does; may be empty. */
            description: string;
            /** @description By version id: whether it includes the feature. */
            versions: {
                [key: string]: boolean;
            };
            /** @description Heading it stands under; empty for none. */
            group: string;
            /** @description By version id: what stands in place of a tick. */
            values: {
                [key: string]: string;
            };
            /** @description By version id: the price at which the feature can be added. */
            offers: {
                [key: string]: {
                    /** @description What is sold; null where it has no name of its own. */
                    title: string | null;
                    /** @description Minor units a billing period; null is not priced, 0 is free. */
                    fee: number | null;
                    /** @description Minor units a user and billing period; null is not priced. */
                    user_fee: number | null;
                };
            };
        };
        App: {
            /** @description What people call the app. */
            title: string;
            /** @description ISO 4217. */
            currency: string;
            /**
             * @description What a fee pays for.
             * @enum {string}
             */
            billing_period: "month" | "year";
            /** @description Where to ask for a price; null for nowhere. */
            contact_url: string | null;
        };
        Version: {
            /** @description Version id, `ver_…` */
            id: string;
            /** @description What people call the version. */
            title: string;
            /** @description What the version is, in a sentence. */
            description: string;
            /** @description Short label by which versions are sorted, v2 before v10. */
            tag: string;
            /** @description Minor units; 0 when the version has none. */
            user_fee: number;
            /** @description Whether new accounts begin on it. */
            is_default: boolean;
            /** @description Whether accounts can still move to it. */
            active: boolean;
            /** @description Features it includes. */
            features: {
                /** @description Feature id, `fea_…` */
                id: string;
                /** @description What people call the feature. */
                title: string;
                /** @description Readable slug. */
                human_id: string;
            }[];
            /** @description Minor units a billing period; null is not priced, 0 is free. */
            fee: number | null;
            /** @description Points parted by `|` or new lines; null for none. */
            more_info: string | null;
        };
        SwitchPreview: {
            /**
             * @description True where the request succeeded.
             * @constant
             */
            success: true;
            /** @description Fit for a user; empty on plain reads. */
            message: string;
            data: {
                /**
                 * @description By the price for one user; at one price by the tag. None where there is nothing to compare.
                 * @enum {string}
                 */
                direction: "upgrade" | "downgrade" | "none";
                /** @description Whether the switch would be accepted now. */
                allowed: boolean;
                /** @description What stands in its way; empty where it is allowed. */
                blockers: components["schemas"]["Blocker"][];
                /** @description Null for an account that has no version yet. */
                from: {
                    /** @description Version id, `ver_…` */
                    id: string;
                    /** @description What people call the version. */
                    title: string;
                    /** @description Minor units a billing period; null is not priced, 0 is free. */
                    fee: number | null;
                    /** @description Minor units a user and billing period; null is not priced. */
                    user_fee: number | null;
                } | null;
                /** @description The version asked for. */
                to: {
                    /** @description Version id, `ver_…` */
                    id: string;
                    /** @description What people call the version. */
                    title: string;
                    /** @description Minor units a billing period; null is not priced, 0 is free. */
                    fee: number | null;
                    /** @description Minor units a user and billing period; null is not priced. */
                    user_fee: number | null;
                };
                /** @description After minus before; null where either is not priced. */
                difference: {
                    /** @description Of the fee. */
                    fee: number | null;
                    /** @description Of the fee for each user. */
                    user_fee: number | null;
                };
                /** @description Included after, not before. */
                gained: components["schemas"]["FeatureRef"][];
                /** @description Included before, not after. */
                lost: components["schemas"]["FeatureRef"][];
                /** @description Included before and after. */
                kept: components["schemas"]["FeatureRef"][];
                /** @description Optional before, included after. */
                optional_gained: components["schemas"]["FeatureRef"][];
                /** @description Optional before, not to be had after. */
                optional_lost: components["schemas"]["FeatureRef"][];
                /** @description Of what this was decided on; send it as `If-Match` with the switch. */
                revision: string;
            };
        };
        FeatureRef: {
            /** @description Readable slug. */
            id: string;
            /** @description What people call the feature. */
            title: string;
        };
        SwitchRequest: {
            /** @description The version to move to, `ver_…` */
            version_id: string;
            /** @description Kept with the entry of the history. */
            reason?: string;
        };
        SwitchResult: {
            /**
             * @description True where the request succeeded.
             * @constant
             */
            success: true;
            /** @description Fit for a user; empty on plain reads. */
            message: string;
            data: {
                /** @description Id of the entry in the history, `avh_…` */
                history_id: string;
                /** @description Version id, `ver_…` */
                version_id: string;
                /** @description When the version became active, in Unix seconds. */
                timestamp: number;
            };
        };
        History: {
            /**
             * @description True where the request succeeded.
             * @constant
             */
            success: true;
            /** @description Fit for a user; empty on plain reads. */
            message: string;
            /** @description Newest first: the first is the current version. */
            payload: components["schemas"]["HistoryEntry"][];
            /** @description Present when there is more; send it as `cursor`. */
            next_cursor?: string;
        };
        HistoryEntry: {
            /** @description When the version became active, in Unix seconds. */
            activated: number;
            /** @description Version id, `ver_…` */
            id: string;
            /** @description What people call the version. */
            title: string;
            /** @description What the version is, in a sentence. */
            description: string;
            /** @description Entry id, `avh_…` */
            history_id: string;
            /** @description 1, 2, 3 … within the account. */
            sequence: number;
            /** @description When the next one took over; null for the current one. */
            deactivated: number | null;
            /** @description The version before; null for the first entry. */
            previous_version_id: string | null;
            /** @description Its title at that moment. */
            previous_title: string | null;
            /**
             * @description By the price for one user; at one price by the tag. None where there is nothing to compare.
             * @enum {string}
             */
            direction: "upgrade" | "downgrade" | "none";
            /** @description Minor units a billing period; null is not priced, 0 is free. */
            fee: number | null;
            /** @description Minor units a user and billing period; null is not priced. */
            user_fee: number | null;
            /** @description ISO 4217. */
            currency: string;
            /**
             * @description What a fee pays for.
             * @enum {string}
             */
            billing_period: "month" | "year";
            /** @description Features the version before did not include. */
            gained: components["schemas"]["FeatureRef"][];
            /** @description Features only the version before included. */
            lost: components["schemas"]["FeatureRef"][];
            /** @description Who made the switch. */
            actor: {
                /**
                 * @description A program, a person, or the command line.
                 * @enum {string}
                 */
                kind: "key" | "session" | "operator";
                /** @description As it was called then. */
                name: string;
                /** @description What it came through: `api`, `portal` or `command`. */
                channel: string;
            };
            /** @description What was given as the reason; null for none. */
            reason: string | null;
        };
        AccountRequest: {
            /** @description What people call it. */
            title: string;
        };
        AccountAnswer: {
            /**
             * @description True where the request succeeded.
             * @constant
             */
            success: true;
            /** @description Fit for a user; empty on plain reads. */
            message: string;
            data: {
                /** @description Account id, `acc_…`: what `X-Account-Id` takes. */
                account_id: string;
                /** @description As the path had it. */
                external_id: string;
                /** @description What people call it. */
                title: string;
                /** @description Whether this call made it. */
                created: boolean;
                /** @description Its current version; null where it has none. */
                version_id: string | null;
            };
        };
        PortalSessionRequest: {
            /** @description Account id (`acc_…`). Only the product role may come without. */
            account_id?: string;
            /**
             * @description What the person may do.
             * @enum {string}
             */
            role: "member" | "owner" | "product";
            /** @description Who it is, as the history will show it. */
            name: string;
            /** @description The host product's own id of the person. */
            user_id?: string;
        };
        PortalSession: {
            /**
             * @description True where the request succeeded.
             * @constant
             */
            success: true;
            /** @description Fit for a user; empty on plain reads. */
            message: string;
            data: {
                /** @description Session id, `pse_…` */
                session_id: string;
                /** @description Where to send the person. It is told only here. */
                url: string;
                /** @description When the link ends, in Unix seconds. */
                expires: number;
            };
        };
        Problem: {
            /**
             * @description False on every refusal.
             * @constant
             */
            success: false;
            /** @description Fit for a user. */
            message: string;
            /** @description `/problems/` and the code: a page that explains it. */
            type: string;
            /** @description The same for each refusal of this code. */
            title: string;
            /** @description The HTTP status. */
            status: number;
            /** @description The message again, where RFC 9457 has it. */
            detail: string;
            /**
             * @description What to decide on.
             * @enum {string}
             */
            code: "not_found" | "method_not_allowed" | "unauthenticated" | "forbidden" | "cross_site" | "too_many_requests" | "unsupported_media_type" | "body_too_large" | "invalid_json" | "parameter_missing" | "parameter_invalid" | "parameter_unknown" | "version_not_found" | "account_not_found" | "preview_stale" | "version_inactive" | "price_on_request" | "entry_restricted" | "exit_restricted" | "idempotency_key_reused" | "switch_conflict" | "service_unavailable" | "internal_error";
            /** @description Only where fields are at fault. */
            errors?: {
                /** @description Name of the field, parameter or header. */
                field: string;
                /**
                 * @description What is wrong with it.
                 * @enum {string}
                 */
                code: "parameter_missing" | "parameter_invalid" | "parameter_unknown";
                /** @description Fit for a user. */
                message: string;
            }[];
            /** @description As in `X-Request-Id`: name it when you ask us. */
            request_id: string;
        };
    };
    responses: {
        /** @description Not found */
        NotFound: {
            headers: {
                "API-Version": components["headers"]["API-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status: 404;
                    /** @enum {string} */
                    code: "not_found";
                };
            };
        };
        /** @description Method not allowed */
        MethodNotAllowed: {
            headers: {
                "API-Version": components["headers"]["API-Version"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Cache-Control": components["headers"]["Cache-Control"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                Allow: components["headers"]["Allow"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"] & {
                    /** @constant */
                    status: 405;
                    /** @enum {string} */
                    code: "method_not_allowed";
                };
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description Date of the contract that was answered by. */
        "API-Version": string;
        /** @description Names this request in our logs. */
        "X-Request-Id": string;
        /** @description Answers are for one caller, and have to be asked for again. */
        "Cache-Control": string;
        /** @description Seconds after which the same request may succeed. */
        "Retry-After": number;
        /** @description Names exactly this answer: send it as `If-None-Match` to hear only whether it is another by now. With a preview, the revision of what it was decided on: send it as `If-Match` with the switch. */
        ETag: string;
        /** @description There where this is the first answer to the same `Idempotency-Key` again. */
        "Idempotent-Replayed": "true";
        /** @description How the body is packed, where `Accept-Encoding` allows it. */
        "Content-Encoding": "br" | "gzip";
        /** @description How to say who is asking. */
        "WWW-Authenticate": string;
        /** @description The methods that the address has. */
        Allow: string;
        /** @description Where the answer is a file: its name. */
        "Content-Disposition": string;
        /** @description How many requests are left (`r`), and in how many seconds there are more (`t`), by policy. */
        RateLimit: string;
        /** @description The policies this request counted against: so many requests (`q`) in so many seconds (`w`). */
        "RateLimit-Policy": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listVersions: {
        parameters: {
            query?: {
                /** @description `true` leaves the matrix out. */
                exclude_matrix?: "true" | "false";
            };
            header?: {
                /** @description With a key of the app: the account it acts for (`acc_…`). Other callers have one already. */
                "X-Account-Id"?: string;
                /** @description The `ETag` of an answer that was kept: if nothing changed, 304 says so without a body. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The versions and what is in each. */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    "Content-Encoding": components["headers"]["Content-Encoding"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VersionList"];
                };
            };
            /** @description What was kept is still right. */
            304: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Parameter not valid */
            400: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status: 400;
                        /** @enum {string} */
                        code: "parameter_invalid";
                    };
                };
            };
            /** @description Sign in needed */
            401: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status: 401;
                        /** @enum {string} */
                        code: "unauthenticated";
                    };
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status: 403;
                        /** @enum {string} */
                        code: "forbidden";
                    };
                };
            };
            /** @description Account not found */
            404: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status: 404;
                        /** @enum {string} */
                        code: "account_not_found";
                    };
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status: 429;
                        /** @enum {string} */
                        code: "too_many_requests";
                    };
                };
            };
            /** @description Something went wrong */
            500: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status: 500;
                        /** @enum {string} */
                        code: "internal_error";
                    };
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status: 503;
                        /** @enum {string} */
                        code: "service_unavailable";
                    };
                };
            };
        };
    };
    switchVersion: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a key of the app: the account it acts for (`acc_…`). Other callers have one already. */
                "X-Account-Id"?: string;
                /**
                 * @description Any text of your own. The same key and body within 24 hours is one switch, however often sent.
                 * @example boards-upgrade-7f3a
                 */
                "Idempotency-Key"?: string;
                /**
                 * @description The `ETag` of the preview that was agreed to. A switch of anything else is refused.
                 * @example "kq3vJ0wJm5Yc8hQnT1xZ2A"
                 */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SwitchRequest"];
            };
        };
        responses: {
            /** @description The entry of the history. */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SwitchResult"];
                };
            };
            /** @description Not valid JSON, or: Parameter missing, or: Parameter not valid, or: Parameter unknown */
            400: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status: 400;
                        /** @enum {string} */
                        code: "invalid_json" | "parameter_missing" | "parameter_invalid" | "parameter_unknown";
                    };
                };
            };
            /** @description Sign in needed */
            401: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status: 401;
                        /** @enum {string} */
                        code: "unauthenticated";
                    };
                };
            };
            /** @description Not permitted, or: Request from another site */
            403: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status: 403;
                        /** @enum {string} */
                        code: "forbidden" | "cross_site";
                    };
                };
            };
            /** @description Version not found, or: Account not found */
            404: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status: 404;
                        /** @enum {string} */
                        code: "version_not_found" | "account_not_found";
                    };
                };
            };
            /** @description Another switch is under way */
            409: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status: 409;
                        /** @enum {string} */
                        code: "switch_conflict";
                    };
                };
            };
            /** @description Something changed since the preview */
            412: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status: 412;
                        /** @enum {string} */
                        code: "preview_stale";
                    };
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status: 413;
                        /** @enum {string} */
                        code: "body_too_large";
                    };
                };
            };
            /** @description JSON expected */
            415: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status: 415;
                        /** @enum {string} */
                        code: "unsupported_media_type";
                    };
                };
            };
            /** @description Version no longer offered, or: Price on request, or: Switch by arrangement, or: Switch by arrangement, or: Idempotency key used for another request */
            422: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status: 422;
                        /** @enum {string} */
                        code: "version_inactive" | "price_on_request" | "entry_restricted" | "exit_restricted" | "idempotency_key_reused";
                    };
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status: 429;
                        /** @enum {string} */
                        code: "too_many_requests";
                    };
                };
            };
            /** @description Something went wrong */
            500: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status: 500;
                        /** @enum {string} */
                        code: "internal_error";
                    };
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status: 503;
                        /** @enum {string} */
                        code: "service_unavailable";
                    };
                };
            };
        };
    };
    readVersion: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a key of the app: the account it acts for (`acc_…`). Other callers have one already. */
                "X-Account-Id"?: string;
                /** @description The `ETag` of an answer that was kept: if nothing changed, 304 says so without a body. */
                "If-None-Match"?: string;
            };
            path: {
                /**
                 * @description Version id, `ver_…`
                 * @example ver_01m7y5y7gme06t8g132f0g3ype
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The version. */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    "Content-Encoding": components["headers"]["Content-Encoding"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Version"];
                };
            };
            /** @description What was kept is still right. */
            304: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Sign in needed */
            401: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status: 401;
                        /** @enum {string} */
                        code: "unauthenticated";
                    };
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status: 403;
                        /** @enum {string} */
                        code: "forbidden";
                    };
                };
            };
            /** @description Version not found, or: Account not found */
            404: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status: 404;
                        /** @enum {string} */
                        code: "version_not_found" | "account_not_found";
                    };
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status: 429;
                        /** @enum {string} */
                        code: "too_many_requests";
                    };
                };
            };
            /** @description Something went wrong */
            500: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status: 500;
                        /** @enum {string} */
                        code: "internal_error";
                    };
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status: 503;
                        /** @enum {string} */
                        code: "service_unavailable";
                    };
                };
            };
        };
    };
    previewSwitch: {
        parameters: {
            query?: never;
            header?: {
                /** @description With a key of the app: the account it acts for (`acc_…`). Other callers have one already. */
                "X-Account-Id"?: string;
            };
            path: {
                /**
                 * @description Version id, `ver_…`
                 * @example ver_01m7y5y7gme06t8g132f0g3ype
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What would change. */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SwitchPreview"];
                };
            };
            /** @description Parameter missing */
            400: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status: 400;
                        /** @enum {string} */
                        code: "parameter_missing";
                    };
                };
            };
            /** @description Sign in needed */
            401: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status: 401;
                        /** @enum {string} */
                        code: "unauthenticated";
                    };
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status: 403;
                        /** @enum {string} */
                        code: "forbidden";
                    };
                };
            };
            /** @description Version not found, or: Account not found */
            404: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status: 404;
                        /** @enum {string} */
                        code: "version_not_found" | "account_not_found";
                    };
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status: 429;
                        /** @enum {string} */
                        code: "too_many_requests";
                    };
                };
            };
            /** @description Something went wrong */
            500: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status: 500;
                        /** @enum {string} */
                        code: "internal_error";
                    };
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status: 503;
                        /** @enum {string} */
                        code: "service_unavailable";
                    };
                };
            };
        };
    };
    readHistory: {
        parameters: {
            query?: {
                /** @description How many entries at most; without it as many as one answer holds. */
                limit?: number;
                /** @description `next_cursor` of the page before. */
                cursor?: number;
                /** @description Unix time in seconds: answers with the one entry that was in force then, or with none. */
                at?: number;
                /** @description `csv` answers with a file, as `Accept: text/csv` does. */
                format?: "json" | "csv";
            };
            header?: {
                /** @description With a key of the app: the account it acts for (`acc_…`). Other callers have one already. */
                "X-Account-Id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The entries. */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["History"];
                    "text/csv": string;
                };
            };
            /** @description Parameter missing, or: Parameter not valid */
            400: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status: 400;
                        /** @enum {string} */
                        code: "parameter_missing" | "parameter_invalid";
                    };
                };
            };
            /** @description Sign in needed */
            401: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status: 401;
                        /** @enum {string} */
                        code: "unauthenticated";
                    };
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status: 403;
                        /** @enum {string} */
                        code: "forbidden";
                    };
                };
            };
            /** @description Account not found */
            404: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status: 404;
                        /** @enum {string} */
                        code: "account_not_found";
                    };
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status: 429;
                        /** @enum {string} */
                        code: "too_many_requests";
                    };
                };
            };
            /** @description Something went wrong */
            500: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status: 500;
                        /** @enum {string} */
                        code: "internal_error";
                    };
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status: 503;
                        /** @enum {string} */
                        code: "service_unavailable";
                    };
                };
            };
        };
    };
    signAccountUp: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id that your own product has for the account.
                 * @example customer-7
                 */
                external_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AccountRequest"];
            };
        };
        responses: {
            /** @description The account was there. */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountAnswer"];
                };
            };
            /** @description The account was made. */
            201: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountAnswer"];
                };
            };
            /** @description Not valid JSON, or: Parameter missing, or: Parameter not valid, or: Parameter unknown */
            400: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status: 400;
                        /** @enum {string} */
                        code: "invalid_json" | "parameter_missing" | "parameter_invalid" | "parameter_unknown";
                    };
                };
            };
            /** @description Sign in needed */
            401: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status: 401;
                        /** @enum {string} */
                        code: "unauthenticated";
                    };
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status: 403;
                        /** @enum {string} */
                        code: "forbidden";
                    };
                };
            };
            /** @description Account not found */
            404: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status: 404;
                        /** @enum {string} */
                        code: "account_not_found";
                    };
                };
            };
            /** @description Another switch is under way */
            409: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status: 409;
                        /** @enum {string} */
                        code: "switch_conflict";
                    };
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status: 413;
                        /** @enum {string} */
                        code: "body_too_large";
                    };
                };
            };
            /** @description JSON expected */
            415: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status: 415;
                        /** @enum {string} */
                        code: "unsupported_media_type";
                    };
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status: 429;
                        /** @enum {string} */
                        code: "too_many_requests";
                    };
                };
            };
            /** @description Something went wrong */
            500: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status: 500;
                        /** @enum {string} */
                        code: "internal_error";
                    };
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status: 503;
                        /** @enum {string} */
                        code: "service_unavailable";
                    };
                };
            };
        };
    };
    invitePerson: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PortalSessionRequest"];
            };
        };
        responses: {
            /** @description The link. */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PortalSession"];
                };
            };
            /** @description Not valid JSON, or: Parameter missing, or: Parameter not valid, or: Parameter unknown */
            400: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status: 400;
                        /** @enum {string} */
                        code: "invalid_json" | "parameter_missing" | "parameter_invalid" | "parameter_unknown";
                    };
                };
            };
            /** @description Sign in needed */
            401: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status: 401;
                        /** @enum {string} */
                        code: "unauthenticated";
                    };
                };
            };
            /** @description Not permitted */
            403: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status: 403;
                        /** @enum {string} */
                        code: "forbidden";
                    };
                };
            };
            /** @description Account not found */
            404: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status: 404;
                        /** @enum {string} */
                        code: "account_not_found";
                    };
                };
            };
            /** @description Body too large */
            413: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status: 413;
                        /** @enum {string} */
                        code: "body_too_large";
                    };
                };
            };
            /** @description JSON expected */
            415: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status: 415;
                        /** @enum {string} */
                        code: "unsupported_media_type";
                    };
                };
            };
            /** @description Too many requests */
            429: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status: 429;
                        /** @enum {string} */
                        code: "too_many_requests";
                    };
                };
            };
            /** @description Something went wrong */
            500: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status: 500;
                        /** @enum {string} */
                        code: "internal_error";
                    };
                };
            };
            /** @description Service unavailable */
            503: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status: 503;
                        /** @enum {string} */
                        code: "service_unavailable";
                    };
                };
            };
        };
    };
    readDescription: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The description. */
            200: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Version of OpenAPI. */
                        openapi: string;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            /** @description Something went wrong */
            500: {
                headers: {
                    "API-Version": components["headers"]["API-Version"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Cache-Control": components["headers"]["Cache-Control"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"] & {
                        /** @constant */
                        status: 500;
                        /** @enum {string} */
                        code: "internal_error";
                    };
                };
            };
        };
    };
}
