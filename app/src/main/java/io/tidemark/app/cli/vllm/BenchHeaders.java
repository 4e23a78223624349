package io.tidemark.app.cli.vllm;

import io.tidemark.producer.plan.secret.SecretNames;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * The headers of {@code --header}. Those whose name is a secret's go into the plan as the name of a variable, for the plan is kept with the run and
 * published; {@link #secrets()} are these variables.
 *
 * @param plain values by header
 * @param variables names of variables by header
 * @param secrets values by variable
 */
public record BenchHeaders(Map<String, String> plain, Map<String, String> variables, Map<String, String> secrets) {
    private static final String PREFIX = "TIDEMARK_BENCH_HEADER_";

    public BenchHeaders {
        plain = Map.copyOf(plain);
        variables = Map.copyOf(variables);
        secrets = Map.copyOf(secrets);
    }

    /** As given on the command line. */
    public static BenchHeaders of(Map<String, String> given) {
        Map<String, String> plain = new LinkedHashMap<>();
        Map<String, String> variables = new LinkedHashMap<>();
        Map<String, String> secrets = new LinkedHashMap<>();
        given.forEach((name, value) -> {
            if (SecretNames.isHeader(name)) {
                String variable = PREFIX + name.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "_");
                variables.put(name, variable);
                secrets.put(variable, value);
            } else {
                plain.put(name, value);
            }
        });
        return new BenchHeaders(plain, variables, secrets);
    }
}
