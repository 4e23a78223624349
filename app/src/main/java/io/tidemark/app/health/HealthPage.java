package io.tidemark.app.health;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.javalin.http.Context;
import java.util.Locale;

/**
 * Health as an HTTP answer. Degraded is 200: it goes on, and taking it out of service or restarting it does not help; failed is
 * 503.
 *
 * @param status of HTTP
 * @param json the body
 */
record HealthPage(int status, String json) {
    private static final int OK = 200;
    private static final int UNAVAILABLE = 503;

    static HealthPage of(Health health) {
        ObjectNode page = JsonNodeFactory.instance.objectNode().put("status", word(health.state()));
        ArrayNode parts = page.putArray("parts");
        for (ComponentHealth part : health.parts()) {
            ObjectNode one = parts.addObject().put("part", part.part()).put("status", word(part.state()));
            if (!part.reason().isEmpty()) {
                one.put("reason", part.reason());
            }
        }
        return new HealthPage(health.state() == HealthState.FAILED ? UNAVAILABLE : OK, page + "\n");
    }

    /** Whether a restart of the process could help. */
    static HealthPage live(Health health) {
        String word = health.alive() ? "live" : "dead";
        return new HealthPage(
                health.alive() ? OK : UNAVAILABLE,
                JsonNodeFactory.instance.objectNode().put("status", word) + "\n");
    }

    /** The readiness: unavailable only if the state is FAILED. It has no details, so callers without a right to them may read it. */
    static HealthPage ready(Health health) {
        boolean failed = health.state() == HealthState.FAILED;
        return new HealthPage(
                failed ? UNAVAILABLE : OK,
                JsonNodeFactory.instance.objectNode().put("status", failed ? "failed" : "ready") + "\n");
    }

    void answer(Context request) {
        request.status(status).contentType("application/json").result(json);
    }

    private static String word(HealthState state) {
        return state.name().toLowerCase(Locale.ROOT);
    }
}
