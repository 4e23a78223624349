package io.tidemark.simulator.http.request;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** Reads what a client asked about sampling and streaming; checks what vLLM's SamplingParams checks, in its words. */
final class SamplingParser {
    private static final int NO_LOGPROBS = -1;
    private static final int MAX_LOGPROBS = 20;

    private SamplingParser() {}

    static SamplingParams sampling(RequestFields fields, int logprobs) {
        int n = fields.positiveOr("n", 1);
        double temperature = fields.numberOr("temperature", 1);
        if (temperature < 0) {
            throw ApiException.badRequest("temperature must be non-negative, got " + temperature + ".", "temperature");
        }
        double topP = fields.numberOr("top_p", 1);
        if (topP <= 0 || topP > 1) {
            throw ApiException.badRequest("top_p must be in (0, 1], got " + topP + ".", "top_p");
        }
        requireWithinTwo(fields, "presence_penalty");
        requireWithinTwo(fields, "frequency_penalty");
        return new SamplingParams(
                n,
                fields.node().path("seed").asLong(0),
                stops(fields.node().path("stop")),
                fields.booleanOr("include_stop_str_in_output", false),
                logprobs);
    }

    static StreamOptions streaming(RequestFields fields) {
        boolean stream = fields.booleanOr("stream", false);
        JsonNode given = fields.node().path("stream_options");
        if (!fields.given("stream_options")) {
            return new StreamOptions(stream, false, false);
        }
        if (!given.isObject()) {
            throw ApiException.invalid("body.stream_options", "dictionary");
        }
        if (!given.isEmpty() && !stream) {
            throw ApiException.validation("Stream options can only be defined when `stream=True`.", "stream_options");
        }
        RequestFields options = new RequestFields(given);
        return new StreamOptions(
                stream, options.booleanOr("include_usage", true), options.booleanOr("continuous_usage_stats", false));
    }

    /** {@code logprobs: true} and {@code top_logprobs: k}. */
    static int chatLogprobs(RequestFields fields) {
        boolean wanted = fields.booleanOr("logprobs", false);
        int alternatives = fields.notNegativeOr("top_logprobs", 0);
        if (!wanted && alternatives > 0) {
            throw ApiException.validation("when using `top_logprobs`, `logprobs` must be set to true.", "top_logprobs");
        }
        return wanted ? checked(alternatives) : NO_LOGPROBS;
    }

    /** {@code logprobs: k}. */
    static int completionLogprobs(RequestFields fields) {
        return fields.given("logprobs") ? checked(fields.notNegativeOr("logprobs", 0)) : NO_LOGPROBS;
    }

    private static int checked(int alternatives) {
        if (alternatives > MAX_LOGPROBS) {
            throw ApiException.badRequest(
                    "Requested sample logprobs of " + alternatives + ", which is greater than max allowed: "
                            + MAX_LOGPROBS,
                    "logprobs");
        }
        return alternatives;
    }

    private static List<String> stops(JsonNode stop) {
        List<String> stops = new ArrayList<>();
        boolean neither = !stop.isMissingNode() && !stop.isNull() && !stop.isTextual() && !stop.isArray();
        if (neither) {
            throw ApiException.invalid("body.stop", "string or list of strings");
        }
        if (stop.isTextual()) {
            stops.add(stop.asText());
        }
        stop.forEach(it -> stops.add(it.asText()));
        if (stops.contains("")) {
            throw ApiException.badRequest("stop cannot contain an empty string.", "stop");
        }
        return List.copyOf(stops);
    }

    private static void requireWithinTwo(RequestFields fields, String field) {
        double value = fields.numberOr(field, 0);
        if (value < -2 || value > 2) {
            throw ApiException.badRequest(field + " must be in [-2, 2], got " + value + ".", field);
        }
    }
}
