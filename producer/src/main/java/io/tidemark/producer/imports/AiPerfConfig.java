package io.tidemark.producer.imports;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What AIPerf was asked: its configuration as its result file keeps it, whose shape differs between versions, or its command. */
final class AiPerfConfig {
    private static final int MAX_DEPTH = 5;

    private final Place config;
    private final String command;

    AiPerfConfig(Place result) {
        this.config = result.at("input_config");
        this.command = result.at("run_info")
                .text("cli_command")
                .or(() -> config.text("cli_command"))
                .orElse("");
    }

    OfferedLoad load() {
        OptionalDouble rate = number("request_rate");
        OptionalDouble concurrency = number("concurrency");
        OptionalInt cap = concurrency.isPresent() && concurrency.getAsDouble() >= 1
                ? OptionalInt.of((int) concurrency.getAsDouble())
                : OptionalInt.empty();
        if (rate.isPresent() && rate.getAsDouble() > 0) {
            return OfferedLoad.rate(rate.getAsDouble())
                    .arrivals(text("request_rate_mode")
                            .or(() -> text("arrival_pattern"))
                            .orElse(""))
                    .capped(cap);
        }
        return cap.isPresent() ? OfferedLoad.concurrency(cap.getAsInt()) : OfferedLoad.UNKNOWN;
    }

    Subject subject() {
        String model = find(config, "model_names", 0)
                .or(() -> find(config, "models", 0))
                .or(() -> find(config, "model", 0))
                .map(AiPerfConfig::firstText)
                .orElseGet(() -> option("model").orElse(""));
        String url = find(config, "url", 0)
                .or(() -> find(config, "urls", 0))
                .map(AiPerfConfig::firstText)
                .orElse("");
        return new Subject(model, url, Optional.empty());
    }

    /** What was sent, as far as the configuration tells. */
    String workload() {
        Place input = config.at("input");
        return input.isThere() ? "aiperf " + input.node() : "";
    }

    private static String firstText(Place place) {
        if (place.node().isArray()) {
            return place.node().isEmpty() ? "" : firstText(place.at(0));
        }
        return place.isObject() ? place.text("name").orElse("") : place.node().asText();
    }

    private Optional<String> text(String key) {
        return find(config, key, 0).map(AiPerfConfig::firstText);
    }

    private OptionalDouble number(String key) {
        Optional<Place> found = find(config, key, 0);
        if (found.isPresent() && found.get().node().isNumber()) {
            return found.get().number();
        }
        Optional<String> said = option(key.replace('_', '-'));
        return said.filter(text -> text.matches("[0-9]+(\\.[0-9]+)?"))
                .map(text -> OptionalDouble.of(Double.parseDouble(text)))
                .orElse(OptionalDouble.empty());
    }

    private Optional<String> option(String name) {
        Matcher matcher =
                Pattern.compile("--" + name + "[= ]+['\"]?([^'\"\\s]+)").matcher(command);
        return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
    }

    /** The first value under a key, however deep. */
    private static Optional<Place> find(Place place, String key, int depth) {
        if (!place.isObject() || depth > MAX_DEPTH) {
            return Optional.empty();
        }
        if (place.has(key)) {
            return Optional.of(place.at(key));
        }
        return place.fields().stream()
                .map(field -> find(field.getValue(), key, depth + 1))
                .flatMap(Optional::stream)
                .findFirst();
    }
}
