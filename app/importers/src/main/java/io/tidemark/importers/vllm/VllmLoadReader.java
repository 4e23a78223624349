package io.tidemark.importers.vllm;

import io.tidemark.importers.file.JsonCursor;
import io.tidemark.importers.result.ImportedLoad;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The load of a result of vLLM's client: by its keys, else by the name that its file has of itself. */
final class VllmLoadReader {
    private static final Pattern NAME = Pattern.compile("(?:^|[-_])(inf|[0-9]+(?:\\.[0-9]+)?)qps(?:[-_.]|$)");
    private static final Pattern NAME_CAP = Pattern.compile("[-_]concurrency([0-9]+)(?:[-_.]|$)");

    private VllmLoadReader() {}

    static ImportedLoad of(JsonCursor result, String fileName) {
        OptionalInt cap = cap(result, fileName);
        if (result.has("ramp_up_strategy")) {
            return ramp(result).withCap(cap);
        }
        Optional<Double> rate = rate(result, fileName);
        if (rate.isEmpty()) {
            return cap.isPresent() ? ImportedLoad.concurrency(cap.getAsInt()) : ImportedLoad.UNKNOWN;
        }
        if (rate.get().isInfinite()) {
            return cap.isPresent() ? ImportedLoad.concurrency(cap.getAsInt()) : ImportedLoad.allAtOnce();
        }
        return ImportedLoad.rate(rate.get()).arrivals(arrivals(result)).withCap(cap);
    }

    private static ImportedLoad ramp(JsonCursor result) {
        double to = result.amount("ramp_up_end_rps").orElse(0);
        String description = "ramp-up " + result.text("ramp_up_strategy").orElse("") + " "
                + result.amount("ramp_up_start_rps").orElse(0) + " to " + to + " req/s";
        return ImportedLoad.rate(to).arrivals(description);
    }

    private static Optional<Double> rate(JsonCursor result, String fileName) {
        JsonCursor rate = result.at("request_rate");
        if (rate.node().asText().equals("trace")) {
            // SGLang replays the times of a trace: there is no one rate.
            return Optional.empty();
        }
        if (!rate.isPresent()) {
            Matcher name = NAME.matcher(fileName);
            return name.find() ? Optional.of(perSecond(name.group(1))) : Optional.empty();
        }
        double perSecond = rate.node().isNumber() ? rate.node().doubleValue() : perSecond(rate);
        if (Double.isNaN(perSecond) || perSecond < 0) {
            throw rate.invalid("must be a number of requests per second >= 0, or inf");
        }
        return perSecond == 0 ? Optional.empty() : Optional.of(perSecond);
    }

    private static double perSecond(JsonCursor rate) {
        try {
            return perSecond(rate.node().asText());
        } catch (NumberFormatException e) {
            throw rate.invalid("must be a number of requests per second >= 0, or inf");
        }
    }

    private static double perSecond(String text) {
        String word = text.toLowerCase(Locale.ROOT);
        return word.equals("inf") || word.equals("infinity") ? Double.POSITIVE_INFINITY : Double.parseDouble(word);
    }

    private static OptionalInt cap(JsonCursor result, String fileName) {
        OptionalLong cap = result.count("max_concurrency");
        if (cap.isPresent() && cap.getAsLong() > 0) {
            return OptionalInt.of((int) Math.min(cap.getAsLong(), Integer.MAX_VALUE));
        }
        Matcher name = NAME_CAP.matcher(fileName);
        return name.find() ? OptionalInt.of(Integer.parseInt(name.group(1))) : OptionalInt.empty();
    }

    private static String arrivals(JsonCursor result) {
        if (Double.isInfinite(result.at("burstiness").node().doubleValue())) {
            return "constant";
        }
        OptionalDouble burstiness = result.amount("burstiness");
        if (burstiness.isEmpty()) {
            return "";
        }
        return burstiness.getAsDouble() == 1
                ? "poisson, rescaled to the rate"
                : "gamma, burstiness " + burstiness.getAsDouble() + ", rescaled to the rate";
    }
}
