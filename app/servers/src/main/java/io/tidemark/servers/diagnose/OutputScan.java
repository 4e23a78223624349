package io.tidemark.servers.diagnose;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What was found in a server's output so far. Thread-safe. */
public final class OutputScan {
    /** vLLM: vllm/v1/core/kv_cache_utils.py. SGLang: managers/scheduler.py. llama.cpp says no such figure. */
    private static final Pattern KV_TOKENS =
            Pattern.compile("GPU KV cache size: ([\\d,]+) tokens|\\bmax_total_num_tokens=(\\d+)");

    private static final int MAX_REASON = 400;

    private final Optional<Pattern> readyLine;
    private final Map<FailurePattern, String> found = new EnumMap<>(FailurePattern.class);
    private OptionalLong kvTokens = OptionalLong.empty();
    private boolean ready;

    /** @param readyLine that the output must have before the server is ready */
    public OutputScan(Optional<Pattern> readyLine) {
        this.readyLine = readyLine;
        this.ready = readyLine.isEmpty();
    }

    public synchronized void line(String line) {
        FailurePattern.of(line).ifPresent(pattern -> found.putIfAbsent(pattern, shortened(line)));
        if (!ready) {
            ready = readyLine.orElseThrow().matcher(line).find();
        }
        Matcher tokens = KV_TOKENS.matcher(line);
        if (kvTokens.isEmpty() && tokens.find()) {
            String digits = tokens.group(1) != null ? tokens.group(1) : tokens.group(2);
            kvTokens = OptionalLong.of(Long.parseLong(digits.replace(",", "")));
        }
    }

    /** Whether the line that is waited for has come, or none is waited for. */
    public synchronized boolean isReady() {
        return ready;
    }

    /** Tokens that the KV cache holds, as the server reported first. */
    public synchronized OptionalLong kvTokens() {
        return kvTokens;
    }

    /** Forgets what was found: what counts from now on is why a server that was ready ended. */
    public synchronized void forgetFailures() {
        found.clear();
    }

    /** The reason that wins over the others, with its line. */
    public synchronized Optional<Map.Entry<FailurePattern, String>> failure() {
        // In the order of the patterns.
        return found.entrySet().stream()
                .map(entry -> Map.entry(entry.getKey(), entry.getValue()))
                .findFirst();
    }

    private static String shortened(String line) {
        String stripped = line.strip();
        return stripped.length() <= MAX_REASON ? stripped : stripped.substring(0, MAX_REASON) + " ...";
    }
}
