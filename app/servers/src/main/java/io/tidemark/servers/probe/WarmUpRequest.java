package io.tidemark.servers.probe;

import io.tidemark.events.ApiKind;
import io.tidemark.producer.openai.ChatMessage;
import io.tidemark.producer.openai.CompletionBody;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.RequestPlan;
import java.util.List;

/**
 * A short request as those of the load ask: what a server refuses of them, it refuses before the load.
 *
 * @param exactOutput whether requests of the load ask for outputs of an exact length
 */
public record WarmUpRequest(ApiKind api, RequestPlan request, boolean exactOutput) {
    private static final int OUTPUT_TOKENS = 16;

    public static WarmUpRequest of(Plan plan) {
        return new WarmUpRequest(plan.api(), plan.request(), plan.workload().exactOutput());
    }

    /**
     * UTF-8 JSON.
     *
     * @param number makes the text another one, so that no answer comes from the cache of the request before
     */
    public byte[] body(String model, int number) {
        String prompt = "Warm-up request " + number + ": count from " + number + " upwards.";
        return new CompletionBody(api, model, request)
                .bytes(new CompletionBody.Parameters(List.of(ChatMessage.user(prompt)), OUTPUT_TOKENS, exactOutput));
    }
}
