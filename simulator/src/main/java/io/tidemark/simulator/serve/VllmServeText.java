package io.tidemark.simulator.serve;

import io.tidemark.simulator.config.ServerConfig;
import io.tidemark.simulator.config.ServerConfigException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What {@code vllm serve} prints: its help, its usage, and the lines of its log that programs read. */
public final class VllmServeText {
    /** How vLLM begins an error of its command line. */
    public static final String ERROR = "vllm serve: error: ";

    private static final String USAGE = "usage: vllm serve [model_tag] [options]";
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("MM-dd HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);

    private VllmServeText() {}

    /** All flags, as {@code --help=all} lists them, and the options of ours. */
    public static List<String> help(VllmServeFlags flags, List<String> own) {
        List<String> lines = new ArrayList<>(List.of(
                USAGE,
                "",
                "A simulated vLLM: takes the command line of vllm serve and answers like a GPU that a profile describes.",
                "",
                "Flags that change the simulated server:"));
        flags.all().stream().filter(VllmServeFlag::modelled).forEach(flag -> lines.add("  " + flag.usage()));
        lines.addAll(List.of("", "Options of the simulator:"));
        own.forEach(option -> lines.add("  " + option));
        lines.addAll(List.of("", "Flags that are accepted and change nothing:"));
        flags.all().stream().filter(flag -> !flag.modelled()).forEach(flag -> lines.add("  " + flag.usage()));
        return lines;
    }

    /** As argparse ends: usage, then the error. */
    public static List<String> error(String message) {
        return List.of(USAGE, "", ERROR + message);
    }

    /** A line of the log. */
    public static String info(Instant now, String source, String text) {
        return "INFO " + TIME.format(now) + " [" + source + "] " + text;
    }

    /** What vLLM says of its KV cache. */
    public static List<String> cache(Instant now, ServerConfig config) {
        return List.of(
                info(
                        now,
                        "kv_cache_utils.py:1087",
                        String.format(Locale.ROOT, "GPU KV cache size: %,d tokens", config.kvCapacityTokens())),
                info(
                        now,
                        "kv_cache_utils.py:1091",
                        String.format(
                                Locale.ROOT,
                                "Maximum concurrency for %,d tokens per request: %.2fx",
                                config.maxModelLen(),
                                (double) config.kvCapacityTokens() / config.maxModelLen())));
    }

    /** How vLLM ends when its memory is too small for its cache. */
    public static String outOfMemory() {
        return "ValueError: No available memory for the cache blocks. Try increasing `gpu_memory_utilization` when"
                + " initializing the engine.";
    }

    /** How vLLM ends when it has no such configuration, in the words by which programs know what was wrong. */
    public static List<String> refused(String model, ServerConfigException why) {
        String message = String.valueOf(why.getMessage());
        if (message.startsWith(VllmServeConfig.NO_MODEL)) {
            return List.of("OSError: " + model + " is not a local folder and is not a valid model identifier ("
                    + message + ")");
        }
        return message.contains("tokens of KV cache but one request")
                ? List.of("(" + message + ")", outOfMemory())
                : invalid(message);
    }

    /** How vLLM ends when its configuration classes refuse a value. */
    private static List<String> invalid(String message) {
        return List.of(
                "pydantic_core._pydantic_core.ValidationError: 1 validation error for EngineArgs",
                "  Value error, " + message);
    }
}
