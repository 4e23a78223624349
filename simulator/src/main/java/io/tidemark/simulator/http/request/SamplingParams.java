package io.tidemark.simulator.http.request;

import java.util.List;

/**
 * What a client asked about the choice of words.
 *
 * @param n answers per prompt
 * @param seed changes the answer; 0 if the client reported nothing
 * @param stops strings that end an answer
 * @param includeStop whether the answer has the stop string that ended it
 * @param logprobs alternatives to return per token; -1 if none are asked for
 */
public record SamplingParams(int n, long seed, List<String> stops, boolean includeStop, int logprobs) {
    public boolean wantsLogprobs() {
        return logprobs >= 0;
    }
}
