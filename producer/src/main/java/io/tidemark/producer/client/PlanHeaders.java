package io.tidemark.producer.client;

import io.tidemark.producer.plan.HeaderPlan;
import io.tidemark.producer.plan.RequestPlan;
import java.util.LinkedHashMap;
import java.util.Map;

/** The headers that a plan adds to whatever is sent to the target, the key among them. Values may be secrets. */
public final class PlanHeaders {
    private PlanHeaders() {}

    /** By name, in lower case. A plan's own {@code authorization} takes precedence over the API key. */
    public static Map<String, String> of(RequestPlan request, Credentials credentials) {
        Map<String, String> headers = new LinkedHashMap<>();
        credentials.apiKey().ifPresent(key -> headers.put("authorization", key.authorization()));
        for (HeaderPlan header : request.headers()) {
            if (header instanceof HeaderPlan.Plain plain) {
                headers.put(plain.name(), plain.value());
            }
        }
        headers.putAll(credentials.headers());
        return headers;
    }
}
