package io.tidemark.simulator.http;

import io.tidemark.simulator.text.Prompt;

/** A request for an answer, checked against the protocol but not yet against the model. */
record ApiRequest(String model, Prompt prompt, Limits limits, StreamOptions streaming, long seed) {}
