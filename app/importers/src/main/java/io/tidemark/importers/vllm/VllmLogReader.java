package io.tidemark.importers.vllm;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.importers.file.InvalidFileException;
import io.tidemark.importers.file.JsonCursor;
import io.tidemark.importers.file.SourceFile;
import io.tidemark.importers.result.ImportFormat;
import io.tidemark.importers.result.Measurement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The blocks that {@code vllm bench serve} prints, out of a log or a page. What stands above a block gives more: a heading names
 * its phase, a {@code vllm serve} command its server's flags, the client's command or its own lines its load, model and prompts.
 */
public final class VllmLogReader {
    private static final Pattern START = Pattern.compile("=+ *Serving Benchmark Result *=+");
    private static final Pattern END = Pattern.compile("={20,}");
    private static final Pattern LINE = Pattern.compile("([A-Z][^:]*):\\s+(-?[0-9.]+|nan|inf)\\s*");
    private static final Pattern METRIC = Pattern.compile("(Mean|Median|Std|Min|Max|P[0-9.]+) (.+) \\(ms\\)");
    private static final Pattern HEADING = Pattern.compile("#{1,6} +(.+)");
    private static final Pattern MARKUP = Pattern.compile("<[^>]*>|[*`]");
    /** A heading that says no more than the load of what follows. */
    private static final Pattern LOAD = Pattern.compile(
            "(?i)(?:(?:max[ _-]?)?(?:request[ _-]?)?(?:rate|qps|rps|concurrency)\\s*[:=]?\\s*(?:inf|[0-9.]+)"
                    + "|(?:inf|[0-9.]+))\\s*(?:req/s|rps|qps|requests per second|concurrent)?");

    private static final Map<String, String> KEYS = Map.ofEntries(
            Map.entry("successful requests", "completed"),
            Map.entry("failed requests", "failed"),
            Map.entry("maximum request concurrency", "max_concurrency"),
            Map.entry("max request concurrency", "max_concurrency"),
            Map.entry("request rate configured (rps)", "request_rate"),
            Map.entry("traffic request rate", "request_rate"),
            Map.entry("benchmark duration (s)", "duration"),
            Map.entry("total input tokens", "total_input_tokens"),
            Map.entry("total generated tokens", "total_output_tokens"),
            Map.entry("request throughput (req/s)", "request_throughput"),
            Map.entry("request goodput (req/s)", "request_goodput"),
            Map.entry("output token throughput (tok/s)", "output_throughput"),
            Map.entry("peak output token throughput (tok/s)", "max_output_tokens_per_s"),
            Map.entry("peak concurrent requests", "max_concurrent_requests"),
            Map.entry("total token throughput (tok/s)", "total_token_throughput"),
            Map.entry("total throughput (tok/s)", "total_token_throughput"),
            Map.entry("concurrency", "concurrency"));
    private static final Map<String, String> METRICS = Map.of(
            "TTFT",
            "ttft",
            "TPOT",
            "tpot",
            "ITL",
            "itl",
            "E2EL",
            "e2el",
            "E2E Latency",
            "e2e_latency",
            "Client Queue Time",
            "client_queue_time");

    private final SourceFile file;
    private final String[] lines;
    private final List<Measurement> found = new ArrayList<>();
    private boolean inCode;
    private String phase = "";
    private String model = "";
    private Map<String, String> config = Map.of();
    private ObjectNode block = JsonNodeFactory.instance.objectNode();

    private VllmLogReader(SourceFile file, String text) {
        this.file = file;
        this.lines = text.replace("\\\r\n", " ").replace("\\\n", " ").split("\\R", -1);
    }

    public static List<Measurement> read(SourceFile file, String text) {
        VllmLogReader log = new VllmLogReader(file, text);
        log.read();
        return log.found;
    }

    private void read() {
        int at = 0;
        while (at < lines.length) {
            String line = lines[at].strip();
            if (START.matcher(line).matches()) {
                at = block(at + 1);
            } else {
                context(line);
                at++;
            }
        }
    }

    private void context(String line) {
        if (line.startsWith("```")) {
            inCode = !inCode;
            return;
        }
        Matcher heading = HEADING.matcher(line);
        if (heading.matches() && !inCode) {
            String words = MARKUP.matcher(heading.group(1)).replaceAll("").strip();
            phase = LOAD.matcher(words).matches() || words.isEmpty() ? phase : words;
            return;
        }
        Matcher value = LINE.matcher(line);
        if (value.matches() && value.group(1).equals("Traffic request rate")) {
            block.put("request_rate", value.group(2));
            return;
        }
        VllmCommandParser.server(line).ifPresent(this::server);
        VllmCommandParser.client(line).ifPresent(this::client);
    }

    private void server(Map<String, String> flags) {
        Map<String, String> own = new TreeMap<>(flags);
        model = Optional.ofNullable(own.remove("model")).orElse(model);
        config = own;
    }

    /** What the client was asked holds for the next block alone. */
    private void client(Map<String, String> asked) {
        Map<String, String> own = new TreeMap<>(asked);
        model = Optional.ofNullable(own.remove("model")).orElse(model);
        own.forEach((key, value) -> {
            if (value.matches("[0-9]{1,18}")) {
                block.put(key, Long.parseLong(value));
            } else {
                block.put(key, value);
            }
        });
    }

    private int block(int from) {
        int at = from;
        while (at < lines.length && !END.matcher(lines[at].strip()).matches()) {
            Matcher line = LINE.matcher(lines[at].strip());
            if (line.matches()) {
                put(line.group(1).strip(), line.group(2));
            }
            at++;
        }
        if (at == lines.length) {
            throw new InvalidFileException(
                    file.name() + ":" + from + " must be a whole block, but it ends before its last line");
        }
        if (!model.isEmpty()) {
            block.put("model_id", model);
        }
        Optional<String> named = phase.isEmpty() ? Optional.empty() : Optional.of(phase);
        String place = "line " + from;
        found.add(VllmResultReader.of(
                JsonCursor.root(file.name() + " " + place, block),
                new VllmResultReader.ObjectSource(file, place, ImportFormat.VLLM_LOG, named, config)));
        block = JsonNodeFactory.instance.objectNode();
        return at + 1;
    }

    private void put(String name, String value) {
        String key = KEYS.get(name.toLowerCase(Locale.ROOT));
        Matcher metric = METRIC.matcher(name);
        if (key != null) {
            put(key, value, block);
        } else if (metric.matches() && METRICS.containsKey(metric.group(2))) {
            put(metric.group(1).toLowerCase(Locale.ROOT) + "_" + METRICS.get(metric.group(2)) + "_ms", value, block);
        }
    }

    private static void put(String key, String value, ObjectNode block) {
        if (value.equals("inf")) {
            block.put(key, value);
        } else {
            block.put(key, Double.parseDouble(value));
        }
    }

    /** A command in a log or on a page: a server's, a client's, or the arguments that a client prints when it starts. */
    private static final class VllmCommandParser {
        private static final Pattern PROMPT = Pattern.compile("^(?:[$>%!] *|Running: *|Command: *)+");
        private static final Pattern CLIENT = Pattern.compile(
                "^(?:\\S+=\\S+ +)*(?:vllm bench serve\\b|python[0-9.]* +(?:-m +)?\\S*(?:benchmark_serving(?:\\.py)?|bench_serving)\\b)");
        private static final Pattern SERVER = Pattern.compile(
                "^(?:\\S+=\\S+ +)*(?:vllm serve +(?!-)(\\S+)|vllm serve\\b|python[0-9.]* +-m +vllm\\.entrypoints\\.openai\\.api_server\\b)");
        private static final Pattern FLAG =
                Pattern.compile("--([a-z][a-zA-Z0-9_-]*)(?:[ =]+('[^']*'|\"[^\"]*\"|(?!--)\\S+))?");
        private static final Pattern NAMESPACE = Pattern.compile("(?:^|[ =:])Namespace\\((.*)\\)$");
        private static final Pattern ARGUMENT = Pattern.compile("([a-z_]+)=('[^']*'|[^,\\[\\]{}]+)(?:, |$)");
        private static final List<String> OF_NO_CONFIGURATION = List.of("host", "port", "api_key");

        /** What of a client's arguments is read as its result file has it. */
        private static final List<String> OF_A_RESULT = List.of(
                "request_rate",
                "max_concurrency",
                "num_prompts",
                "burstiness",
                "dataset_name",
                "dataset_path",
                "random_input_len",
                "random_output_len",
                "random_range_ratio",
                "random_prefix_len");

        private VllmCommandParser() {}

        /** Flags by name, with underscores, {@code model} among them; {@code true} for one without a value. Empty if the line starts no server. */
        static Optional<Map<String, String>> server(String line) {
            Matcher server = SERVER.matcher(PROMPT.matcher(line).replaceFirst(""));
            if (!server.lookingAt()) {
                return Optional.empty();
            }
            Map<String, String> flags = flags(line);
            Optional.ofNullable(server.group(1)).ifPresent(model -> flags.put("model", unquoted(model)));
            flags.keySet().removeAll(OF_NO_CONFIGURATION);
            return Optional.of(flags);
        }

        /** What a client was asked, by the keys of its result file, {@code model} among them. Empty if the line is none. */
        static Optional<Map<String, String>> client(String line) {
            Matcher printed = NAMESPACE.matcher(line);
            if (printed.find() && line.contains("request_rate=")) {
                return Optional.of(ofAResult(arguments(printed.group(1))));
            }
            if (!CLIENT.matcher(PROMPT.matcher(line).replaceFirst("")).lookingAt()) {
                return Optional.empty();
            }
            Map<String, String> flags = flags(line);
            // The clients' default where no rate is given.
            flags.putIfAbsent("request_rate", "inf");
            return Optional.of(ofAResult(flags));
        }

        private static Map<String, String> ofAResult(Map<String, String> all) {
            Map<String, String> known = new TreeMap<>(all);
            known.keySet().removeIf(key -> !OF_A_RESULT.contains(key) && !key.equals("model"));
            // A variable of a script, or what was left out.
            known.values().removeIf(value -> value.contains("$") || value.equals("None"));
            return known;
        }

        private static Map<String, String> arguments(String printed) {
            Map<String, String> arguments = new TreeMap<>();
            Matcher argument = ARGUMENT.matcher(printed);
            while (argument.find()) {
                arguments.putIfAbsent(argument.group(1), unquoted(argument.group(2)));
            }
            return arguments;
        }

        private static Map<String, String> flags(String command) {
            Map<String, String> flags = new TreeMap<>();
            Matcher flag = FLAG.matcher(command);
            while (flag.find()) {
                String value = flag.group(2) == null ? "true" : unquoted(flag.group(2));
                flags.put(flag.group(1).replace('-', '_'), value);
            }
            return flags;
        }

        private static String unquoted(String text) {
            return text.strip().replaceAll("^['\"]|['\"]$", "");
        }
    }
}
