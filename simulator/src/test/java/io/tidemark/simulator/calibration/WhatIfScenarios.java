package io.tidemark.simulator.calibration;

import io.tidemark.simulator.calibration.WhatIfScenario.Load;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One change at a time of one profile's flags or load, under a steady load and under a burst. */
final class WhatIfScenarios {
    static final List<String> PROFILES =
            List.of("llama-70b-fp8-h200", "phi-4-mini-l4", "qwen2.5-7b-awq-rtx5070", "generic");

    private static final Map<String, Double> STEADY_PER_SECOND =
            Map.of("llama-70b-fp8-h200", 3.0, "phi-4-mini-l4", 1.5, "qwen2.5-7b-awq-rtx5070", 1.0, "generic", 4.0);
    private static final Map<String, String> DRAFTS = Map.of(
            "llama-70b-fp8-h200", "{ method: eagle3, num-speculative-tokens: 3 }",
            "phi-4-mini-l4", "{ method: suffix, num-speculative-tokens: 8 }");
    private static final int REQUESTS = 200;
    private static final int BURST = 500;
    private static final int PROMPT = 1_000;
    private static final int OUTPUT = 200;

    private final String profile;

    WhatIfScenarios(String profile) {
        this.profile = profile;
    }

    /** Under a load that it can hold; "as it is" first. */
    Map<String, WhatIfScenario> steady() {
        Load load = new Load(REQUESTS, PROMPT, OUTPUT, rate());
        Map<String, WhatIfScenario> cases = new LinkedHashMap<>();
        cases.put("as it is", with("", load));
        cases.put("twice the rate", with("", new Load(REQUESTS, PROMPT, OUTPUT, 2 * rate())));
        cases.put("prompts twice as long", with("", new Load(REQUESTS, 2 * PROMPT, OUTPUT, rate())));
        cases.put("answers twice as long", with("", new Load(REQUESTS, PROMPT, 2 * OUTPUT, rate())));
        cases.put("no prefix cache", with("enable-prefix-caching: false", load));
        cases.put("512 tokens per step", with("max-num-batched-tokens: 512", load));
        if (DRAFTS.containsKey(profile)) {
            cases.put("drafts", with("speculative-config: " + DRAFTS.get(profile), load));
        }
        cases.put("two replicas", new WhatIfScenario(flags(""), load, 2));
        return cases;
    }

    /** All requests at once, on an 8-bit cache unless said otherwise; "as it is" first. */
    Map<String, WhatIfScenario> burst() {
        Load load = new Load(BURST, PROMPT, OUTPUT, Double.POSITIVE_INFINITY);
        String fp8 = "kv-cache-dtype: fp8\n";
        Map<String, WhatIfScenario> cases = new LinkedHashMap<>();
        cases.put("as it is", with(fp8, load));
        cases.put("less memory", with(fp8 + "gpu-memory-utilization: 0.84", load));
        cases.put("16-bit KV cache", with("kv-cache-dtype: bfloat16", load));
        cases.put("32 slots", with(fp8 + "max-num-seqs: 32", load));
        cases.put("512 tokens per step", with(fp8 + "max-num-batched-tokens: 512", load));
        cases.put("two replicas", new WhatIfScenario(flags(fp8), load, 2));
        return cases;
    }

    private double rate() {
        return STEADY_PER_SECOND.getOrDefault(profile, 1.0);
    }

    private WhatIfScenario with(String flags, Load load) {
        return new WhatIfScenario(flags(flags), load, 1);
    }

    private String flags(String more) {
        Map<String, String> flags = new LinkedHashMap<>(Map.of(
                "profile", profile,
                "max-model-len", "4096",
                "max-num-seqs", "512",
                "max-num-batched-tokens", "2048",
                "gpu-memory-utilization", "0.9"));
        more.lines()
                .forEach(
                        line -> flags.put(line.substring(0, line.indexOf(':')), line.substring(line.indexOf(':') + 1)));
        StringBuilder yaml = new StringBuilder();
        flags.forEach((key, value) ->
                yaml.append(key).append(": ").append(value.strip()).append('\n'));
        return yaml.toString();
    }
}
