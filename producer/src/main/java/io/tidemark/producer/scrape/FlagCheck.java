package io.tidemark.producer.scrape;

import io.tidemark.schemas.FlagMismatch;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The server flags that a phase declares, held against what the server says of itself. vLLM says few of them: those of its KV cache in
 * {@code vllm:cache_config_info}, {@code max-model-len} in {@code /v1/models}, its version in {@code /version}.
 *
 * @param mismatches flags that the server contradicts
 * @param confirmed flags that it confirms
 * @param unknown flags of which the server says nothing
 */
public record FlagCheck(List<FlagMismatch> mismatches, List<String> confirmed, List<String> unknown) {
    private static final Set<String> VERSIONS = Set.of("version", "server_version", "vllm_version");
    private static final String MAX_MODEL_LEN = "max_model_len";
    private static final Map<String, String> LABELS = Map.of("kv_cache_dtype", "cache_dtype");

    public FlagCheck {
        mismatches = List.copyOf(mismatches);
        confirmed = List.copyOf(confirmed);
        unknown = List.copyOf(unknown);
    }

    /** Checks each flag; one that is declared as {@code auto}, {@code default} or {@code None} leaves it to the server and agrees with all. */
    public static FlagCheck check(Map<String, String> flags, ReportedServerConfig reported) {
        List<FlagMismatch> mismatches = new ArrayList<>();
        List<String> borneOut = new ArrayList<>();
        List<String> unreported = new ArrayList<>();
        new TreeMap<>(flags).forEach((flag, value) -> {
            Declared declared = Declared.of(flag, value);
            List<Answer> answers = answers(declared.name(), reported);
            List<FlagMismatch> against = answers.stream()
                    .filter(answer -> !ServerFlagValue.matches(declared.value(), answer.value()))
                    .map(answer -> new FlagMismatch(flag, value, answer.value(), answer.source()))
                    .limit(1)
                    .toList();
            mismatches.addAll(against);
            if (against.isEmpty()) {
                (answers.isEmpty() ? unreported : borneOut).add(flag);
            }
        });
        return new FlagCheck(mismatches, borneOut, unreported);
    }

    /** Sentences for the run's remarks: one per mismatch, then what was borne out and what could not be asked. */
    public List<String> remarks() {
        List<String> remarks =
                new ArrayList<>(mismatches.stream().map(FlagMismatch::remark).toList());
        if (confirmed.size() + unknown.size() + mismatches.size() > 0) {
            remarks.add("of the declared flags the server confirms " + named(confirmed)
                    + (unknown.isEmpty() ? "" : "; it does not report " + named(unknown)));
        }
        return remarks;
    }

    private static String named(List<String> flags) {
        return flags.isEmpty() ? "none" : String.join(", ", flags);
    }

    private static List<Answer> answers(String name, ReportedServerConfig reported) {
        if (VERSIONS.contains(name)) {
            return reported.version().stream()
                    .map(value -> new Answer(value, "/version"))
                    .toList();
        }
        if (name.equals(MAX_MODEL_LEN)) {
            return reported.maxModelLen().stream()
                    .mapToObj(value -> new Answer(Long.toString(value), "/v1/models"))
                    .toList();
        }
        String label = "." + LABELS.getOrDefault(name, name);
        return reported.engines().stream()
                .flatMap(info -> info.entrySet().stream())
                .filter(entry -> entry.getKey().endsWith(label) && ServerFlagValue.isReported(entry.getValue()))
                .map(entry -> new Answer(entry.getValue(), entry.getKey()))
                .distinct()
                .sorted(Comparator.comparing(Answer::source).thenComparing(Answer::value))
                .toList();
    }

    private record Answer(String value, String source) {}

    /** A flag by the name that vLLM's Python has for it: {@code no-enable-prefix-caching} is {@code enable_prefix_caching} off. */
    private record Declared(String name, String value) {
        static Declared of(String flag, String value) {
            String name = flag.replaceFirst("^--", "").toLowerCase(Locale.ROOT).replace('-', '_');
            boolean off = name.startsWith("no_") && (value.isBlank() || ServerFlagValue.matches("true", value));
            return off ? new Declared(name.substring("no_".length()), "false") : new Declared(name, value);
        }
    }
}
