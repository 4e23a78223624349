package io.tidemark.simulator.http.response;

import io.tidemark.simulator.config.ServerConfig;
import io.tidemark.simulator.http.request.ApiException;
import io.tidemark.simulator.http.request.ApiRequest;
import io.tidemark.simulator.http.request.LengthLimits;
import io.tidemark.simulator.http.request.SamplingParams;
import io.tidemark.simulator.text.GeneratedAnswer;
import io.tidemark.simulator.text.TokenizedPrompt;
import java.util.SplittableRandom;

/**
 * Decides the answer to a request from its prompt alone, so that the same request gets the same answer whatever else the
 * server does. Also checks it against the model's limits. Stateless.
 */
public final class AnswerPlanner {
    private final ServerConfig config;

    public AnswerPlanner(ServerConfig config) {
        this.config = config;
    }

    /** @param choice which of the prompt's answers */
    public GeneratedAnswer plan(ApiRequest request, TokenizedPrompt prompt, int choice) {
        int promptTokens = prompt.tokens();
        requireFits(promptTokens);
        int room = config.maxModelLen() - promptTokens;
        LengthLimits limits = request.limits();
        int limit = limits.maxTokens() == 0 ? room : limits.maxTokens();
        requireRoom(limit, room, promptTokens);
        SamplingParams sampling = request.sampling();
        long seed = prompt.fingerprint() ^ config.seed() ^ Long.rotateLeft(sampling.seed(), 32);
        long choiceSeed = seed + choice * 0x9e3779b97f4a7c15L;
        return drawn(choiceSeed, limits, limit).stoppedBy(sampling.stops(), limits.minTokens(), sampling.includeStop());
    }

    public void requireServed(String model) {
        if (!model.isEmpty() && !model.equals(config.servedModelName())) {
            throw ApiException.unknownModel(model);
        }
    }

    private GeneratedAnswer drawn(long seed, LengthLimits limits, int limit) {
        if (limits.ignoreEos()) {
            return GeneratedAnswer.of(seed, limit, false);
        }
        int drawn = config.output().draw(new SplittableRandom(seed));
        int wanted = Math.max(drawn, limits.minTokens());
        return wanted <= limit ? GeneratedAnswer.of(seed, wanted, true) : GeneratedAnswer.of(seed, limit, false);
    }

    private void requireFits(int promptTokens) {
        if (promptTokens == 0) {
            throw ApiException.badRequest("The decoder prompt cannot be empty", "");
        }
        if (promptTokens >= config.maxModelLen()) {
            throw ApiException.badRequest(
                    "This model's maximum context length is " + config.maxModelLen()
                            + " tokens. However, your request has " + promptTokens
                            + " input tokens. Please reduce the length of the input messages.",
                    "");
        }
    }

    private void requireRoom(int limit, int room, int promptTokens) {
        if (limit > room) {
            int most = config.maxModelLen();
            throw ApiException.badRequest(
                    "'max_tokens' or 'max_completion_tokens' is too large: " + limit
                            + ". This model's maximum context length is " + most + " tokens and your request has "
                            + promptTokens + " input tokens (" + limit + " > " + most + " - " + promptTokens + ").",
                    "max_tokens");
        }
    }
}
