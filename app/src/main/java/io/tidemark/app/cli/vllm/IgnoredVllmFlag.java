package io.tidemark.app.cli.vllm;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** Flags of {@code vllm bench serve} that are accepted and have no effect here; a message names each one that is given. */
enum IgnoredVllmFlag {
    TRUST_REMOTE_CODE("", "no code of a model is run here"),
    TOKENIZER_MODE("MODE", "a tokenizer.json is read as it is"),
    NO_STREAM("", "data sets are files here"),
    NO_OVERSAMPLE("", "prompts repeat when there are too few"),
    DISABLE_SHUFFLE("", "prompts are taken in a seeded order"),
    SKIP_CHAT_TEMPLATE("", "the client applies no chat template"),
    CHAT_TEMPLATE_KWARGS("JSON", "give chat_template_kwargs in --extra-body"),
    USE_BEAM_SEARCH("", "vLLM's client does not use it either"),
    PROFILE("", "the server's profiler is not started"),
    REQUEST_ID_PREFIX("TEXT", "requests are named by run and lane"),
    PLOT_TIMELINE("", "the report shows the run over time"),
    TIMELINE_ITL_THRESHOLDS("LIST", "it colours the plot of --plot-timeline"),
    PLOT_DATASET_STATS("", "the report shows the lengths");

    private final String parameter;
    private final String why;

    /** @param parameter what its value is called; empty: it takes none */
    IgnoredVllmFlag(String parameter, String why) {
        this.parameter = parameter;
        this.why = why;
    }

    /** As it is written. */
    String flag() {
        return "--" + name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private OptionSpec option() {
        OptionSpec.Builder option = OptionSpec.builder(flag()).hidden(true).description("No effect: " + why + ".");
        return parameter.isEmpty()
                ? option.type(boolean.class).build()
                : option.type(String.class).paramLabel(parameter).arity("1").build();
    }

    /** All of them, for help. */
    static String flags() {
        return Arrays.stream(values()).map(IgnoredVllmFlag::flag).collect(Collectors.joining(" "));
    }

    /** Makes a command accept them all; only {@code --help-all} shows what each of them would do. */
    static void addTo(CommandSpec command) {
        Arrays.stream(values()).forEach(flag -> command.addOption(flag.option()));
    }

    /** One sentence for each of them that was given. */
    static List<String> given(ParseResult parsed) {
        return Arrays.stream(values())
                .filter(flag -> parsed.hasMatchedOption(flag.flag()))
                .map(flag -> flag.flag() + " has no effect: " + flag.why)
                .toList();
    }
}
