package io.tidemark.servers.flags;

import java.util.Locale;

/**
 * A flag by its name without dashes. {@code max_num_seqs}, {@code max-num-seqs} and {@code --max-num-seqs} are one flag; what follows the
 * first dot is a key within an argument, whose spelling is its own.
 *
 * @see <a href="https://github.com/vllm-project/vllm/blob/main/vllm/benchmarks/sweep/param_sweep.py">vllm bench sweep's parameters</a>
 */
public record FlagName(String text) {
    public FlagName {
        text = canonical(text);
    }

    /** Whether it is a key within an argument, such as {@code compilation-config.cudagraph_mode}. */
    public boolean isDotted() {
        return text.indexOf('.') >= 0;
    }

    /** The flag that a dotted one is a part of; itself otherwise. */
    public FlagName argument() {
        return isDotted() ? new FlagName(text.substring(0, text.indexOf('.'))) : this;
    }

    private static String canonical(String given) {
        String bare = given.replaceFirst("^--?", "");
        int dot = bare.indexOf('.');
        String name = dot < 0 ? bare : bare.substring(0, dot);
        return name.replace('_', '-').toLowerCase(Locale.ROOT) + (dot < 0 ? "" : bare.substring(dot));
    }
}
