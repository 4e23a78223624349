package io.tidemark.importers.aiperf;

import io.tidemark.importers.file.JsonCursor;
import io.tidemark.importers.result.ImportedLoad;
import io.tidemark.importers.result.MeasuredTarget;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What AIPerf was asked: its configuration as its result file keeps it, whose shape differs between versions, or its command. */
final class AiPerfConfig {
    private static final int MAX_DEPTH = 5;

    private final JsonCursor config;
    private final String command;

    AiPerfConfig(JsonCursor result) {
        this.config = result.at("input_config");
        this.command = result.at("run_info")
                .text("cli_command")
                .or(() -> config.text("cli_command"))
                .orElse("");
    }

    ImportedLoad load() {
        Optional<JsonCursor> phase = phase();
        OptionalDouble rate = phase.isPresent() ? phase.get().amount("rate") : number("request_rate");
        OptionalDouble concurrency = phase.isPresent() ? phase.get().amount("concurrency") : number("concurrency");
        OptionalInt cap = concurrency.isPresent() && concurrency.getAsDouble() >= 1
                ? OptionalInt.of((int) concurrency.getAsDouble())
                : OptionalInt.empty();
        if (rate.isPresent() && rate.getAsDouble() > 0) {
            return ImportedLoad.rate(rate.getAsDouble())
                    .arrivals(phase.flatMap(found -> found.text("type"))
                            .or(() -> text("request_rate_mode"))
                            .or(() -> text("arrival_pattern"))
                            .orElse(""))
                    .withCap(cap);
        }
        return cap.isPresent() ? ImportedLoad.concurrency(cap.getAsInt()) : ImportedLoad.UNKNOWN;
    }

    /** What was measured, of a version that lists its phases: the last that counts. A sweep's command has the loads of all its runs. */
    private Optional<JsonCursor> phase() {
        JsonCursor phases = config.at("phases");
        return phases.node().isArray()
                ? config.items("phases").stream()
                        .filter(phase -> phase.text("exclude_from_results")
                                .filter("true"::equals)
                                .isEmpty())
                        .filter(phase -> phase.has("rate") || phase.has("concurrency"))
                        .reduce((earlier, later) -> later)
                : Optional.empty();
    }

    MeasuredTarget subject() {
        String model = find(config, "model_names", 0)
                .or(() -> find(config, "models", 0))
                .or(() -> find(config, "model", 0))
                .map(AiPerfConfig::firstText)
                .filter(name -> !name.isEmpty())
                .or(() -> option("model"))
                .or(() -> option("model-names"))
                .orElse("");
        String url = find(config, "url", 0)
                .or(() -> find(config, "urls", 0))
                .map(AiPerfConfig::firstText)
                .orElse("");
        return new MeasuredTarget(model, url, Optional.empty());
    }

    /** What was sent, as far as the configuration shows it. */
    String workload() {
        return Stream.of(config.at("input"), config.at("datasets"))
                .filter(JsonCursor::isPresent)
                .map(input -> "aiperf " + input.node())
                .findFirst()
                .orElse("");
    }

    private static String firstText(JsonCursor place) {
        if (place.node().isArray()) {
            return place.node().isEmpty() ? "" : firstText(place.at(0));
        }
        if (place.isObject()) {
            return place.text("name").orElseGet(() -> place.has("items") ? firstText(place.at("items")) : "");
        }
        return place.node().asText();
    }

    private Optional<String> text(String key) {
        return find(config, key, 0).map(AiPerfConfig::firstText);
    }

    private OptionalDouble number(String key) {
        Optional<JsonCursor> found = find(config, key, 0);
        if (found.isPresent() && found.get().node().isNumber()) {
            return found.get().number();
        }
        Optional<String> value = option(key.replace('_', '-'));
        return value.filter(text -> text.matches("[0-9]+(\\.[0-9]+)?"))
                .map(text -> OptionalDouble.of(Double.parseDouble(text)))
                .orElse(OptionalDouble.empty());
    }

    private Optional<String> option(String name) {
        Matcher matcher =
                Pattern.compile("--" + name + "[= ]+['\"]?([^'\"\\s]+)").matcher(command);
        return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
    }

    /** The first value under a key, however deep. */
    private static Optional<JsonCursor> find(JsonCursor place, String key, int depth) {
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
