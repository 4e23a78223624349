package io.tidemark.producer.plan.server;

/**
 * How flags are spelled on a command line.
 *
 * @param template one word or two with {@code {name}} and {@code {value}}, such as {@code -{name} {value}}; empty for vLLM's spelling
 */
public record FlagStyle(String template) {
    /** {@code --max-num-seqs 128}, {@code --x} for true, {@code --no-x} for false, {@code --a.b=true} within an argument. */
    public static final FlagStyle VLLM = new FlagStyle("");

    /** @throws IllegalArgumentException for a template without a name */
    public FlagStyle {
        if (!template.isEmpty() && !template.contains("{name}")) {
            throw new IllegalArgumentException("must be vllm or a template with {name}, such as '--{name}={value}',");
        }
    }

    public boolean isVllm() {
        return template.isEmpty();
    }
}
