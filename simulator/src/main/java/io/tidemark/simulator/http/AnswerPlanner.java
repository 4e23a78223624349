package io.tidemark.simulator.http;

import io.tidemark.simulator.config.ServerConfig;
import io.tidemark.simulator.text.Answer;
import io.tidemark.simulator.text.Prompt;
import java.util.SplittableRandom;

/**
 * Decides the answer to a request from its prompt alone, so that the same request gets the same answer whatever else the
 * server does. Also checks it against the model's limits. Stateless.
 */
final class AnswerPlanner {
    private final ServerConfig config;

    AnswerPlanner(ServerConfig config) {
        this.config = config;
    }

    /** @param choice which of the prompt's answers */
    Answer plan(ApiRequest request, Prompt prompt, int choice) {
        int promptTokens = prompt.tokens();
        requireFits(promptTokens);
        int room = config.maxModelLen() - promptTokens;
        Limits limits = request.limits();
        int limit = limits.maxTokens() == 0 ? room : limits.maxTokens();
        requireRoom(limit, room, promptTokens);
        Sampling sampling = request.sampling();
        long seed = prompt.fingerprint() ^ config.seed() ^ Long.rotateLeft(sampling.seed(), 32);
        long choiceSeed = seed + choice * 0x9e3779b97f4a7c15L;
        return drawn(choiceSeed, limits, limit).stoppedBy(sampling.stops(), limits.minTokens(), sampling.includeStop());
    }

    void requireServed(String model) {
        if (!model.isEmpty() && !model.equals(config.servedModelName())) {
            throw ApiException.unknownModel(model);
        }
    }

    private Answer drawn(long seed, Limits limits, int limit) {
        if (limits.ignoreEos()) {
            return Answer.of(seed, limit, false);
        }
        int drawn = config.output().draw(new SplittableRandom(seed));
        int wanted = Math.max(drawn, limits.minTokens());
        return wanted <= limit ? Answer.of(seed, wanted, true) : Answer.of(seed, limit, false);
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
