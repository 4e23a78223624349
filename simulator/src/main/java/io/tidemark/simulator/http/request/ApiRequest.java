package io.tidemark.simulator.http.request;

import io.tidemark.simulator.text.TokenizedPrompt;
import java.util.List;

/** A request for answers, checked against the protocol but not yet against the model. */
public record ApiRequest(
        String model,
        List<TokenizedPrompt> prompts,
        LengthLimits limits,
        StreamOptions streaming,
        SamplingParams sampling) {}
