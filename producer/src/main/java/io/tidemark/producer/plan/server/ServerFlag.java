package io.tidemark.producer.plan.server;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.Optional;

/**
 * Names and values of a server's flags. {@code max_num_seqs}, {@code max-num-seqs} and {@code --max-num-seqs} are one flag, in any case of
 * their letters. In a dotted name only the part before the first dot is the flag; what follows are keys of its value, which are taken as they
 * are written, as vLLM does.
 *
 * @see <a href="https://github.com/vllm-project/vllm/blob/main/vllm/benchmarks/sweep/param_sweep.py">vllm bench sweep's parameters</a>
 */
public final class ServerFlag {
    /** Beyond it a number is taken for a text: a number like 1e999999999 is not plausible, and its digits fill the memory. */
    private static final int MAX_SCALE = 400;

    private ServerFlag() {}

    /** The spelling of plans and command lines: {@code max-num-seqs}, {@code compilation-config.cudagraph_mode}. */
    public static String canonicalName(String name) {
        String bare = name.replaceFirst("^--?", "");
        int dot = bare.indexOf('.');
        String flag = dot < 0 ? bare : bare.substring(0, dot);
        return flag.replace('_', '-').toLowerCase(Locale.ROOT) + (dot < 0 ? "" : bare.substring(dot));
    }

    /** The spelling of expressions: letters, digits and underscores. */
    public static String variableName(String name) {
        return canonicalName(name).replaceAll("[^A-Za-z0-9]", "_");
    }

    /** Whether a value is a number as JSON and YAML write it. */
    public static boolean isNumber(String value) {
        return number(value).isPresent();
    }

    /** The number that a value is. */
    public static Optional<BigDecimal> number(String value) {
        try {
            BigDecimal number = new BigDecimal(value.replace("_", ""));
            return Math.abs((long) number.scale()) <= MAX_SCALE ? Optional.of(number) : Optional.empty();
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    /** One text for all spellings of a value: 0.90 and 0.9 are the same, and so are 8_192 and 8192. */
    public static String canonicalValue(String value) {
        return number(value)
                .map(number -> number.stripTrailingZeros().toPlainString())
                .orElse(value);
    }
}
