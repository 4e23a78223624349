package io.tidemark.app.cli;

import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Options that {@code --help} leaves to {@code --help-all}, so that the help of every command fits a screen. */
final class RareOptions {
    /** Of every command that has them. */
    private static final Set<String> EVERYWHERE = words("--debug --kafka-config --registry-config"
            + " --registry-setting --store-password-file --spool --spool-memory --spool-size"
            + " --record-text --no-calibrate --kafka-meters --http-certificate"
            + " --http-key --http-behind-proxy --http-trusted-proxy --http-rate --http-oidc-issuer"
            + " --http-oidc-audience --http-oidc-grant --http-oidc-client-id --http-oidc-client-secret-file"
            + " --http-oidc-scope --http-external-url --smoke");

    private static final Map<String, Set<String>> BY_COMMAND = Map.of(
            "admin team add",
            words("--request-quota --replication --partitions"),
            "serve streams",
            words("--team-heap --instance"),
            "up",
            words("--advertise-registry"),
            "run",
            words(
                    "--scenario --start --fault --data-parallel-size --routing --metrics-names --external --ready-timeout --repeat"),
            "search",
            words("--start --no-publish --scenario --max-probe-duration --live"),
            "tune",
            words("--start --no-publish --phase --scenario --model"),
            "simulate",
            words("--metrics-names"),
            "bench",
            words("--experiment --phase --result-dir --append-result --burstiness --custom-output-len --dataset-path"
                    + " --disable-tqdm --endpoint --extra-body --frequency-penalty --header --insecure --label"
                    + " --logprobs --metadata --metric-percentiles --min-p --num-warmups --output-len"
                    + " --peak-concurrency --percentile-metrics --port --prefix-repetition-num-prefixes"
                    + " --prefix-repetition-output-len --prefix-repetition-prefix-len"
                    + " --prefix-repetition-suffix-len --presence-penalty --ramp-up-end-rps --ramp-up-start-rps"
                    + " --ramp-up-strategy --random-prefix-len --random-range-ratio --live"
                    + " --ready-check-timeout-sec --repetition-penalty --result-filename --seed"
                    + " --served-model-name --set --sharegpt-output-len --show-plan --skip-tokenizer-init"
                    + " --temperature --tokenizer --top-k --top-p --host --ignore-eos --save-detailed"
                    + " --input-len"));

    private RareOptions() {}

    /** Whether only {@code --help-all} shows an option of a command. */
    static boolean contains(CommandSpec command, OptionSpec option) {
        String name = option.longestName();
        boolean versionOfAPart = option.versionHelp() && command.parent() != null;
        return option.hidden()
                || versionOfAPart
                || EVERYWHERE.contains(name)
                || BY_COMMAND.getOrDefault(typed(command), Set.of()).contains(name);
    }

    /** As it is typed after the program: {@code admin team add}. */
    private static String typed(CommandSpec command) {
        return command.qualifiedName().replaceFirst("^\\S+ ", "");
    }

    /** Every option that is named here, by command. */
    static Map<String, Set<String>> all() {
        return BY_COMMAND;
    }

    private static Set<String> words(String names) {
        return Set.copyOf(Arrays.asList(names.split(" ")));
    }
}
