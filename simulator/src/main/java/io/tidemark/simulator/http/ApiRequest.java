package io.tidemark.simulator.http;

import io.tidemark.simulator.text.Prompt;
import java.util.List;

/** A request for answers, checked against the protocol but not yet against the model. */
record ApiRequest(String model, List<Prompt> prompts, Limits limits, StreamOptions streaming, Sampling sampling) {}
