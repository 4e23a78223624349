package io.tidemark.importers.vllm;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A command in a log or on a page: a server's, a client's, or the arguments that a client prints when it starts. */
final class VllmCommandParser {
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
