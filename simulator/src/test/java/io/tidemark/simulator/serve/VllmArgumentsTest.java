package io.tidemark.simulator.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.simulator.config.ServerConfig;
import io.tidemark.simulator.config.ServerConfigException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class VllmArgumentsTest {
    private static final String PHI = "microsoft/Phi-4-mini-instruct";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "m --max-num-seqs 128               | max-num-seqs | 128",
                "m --max_num_seqs=128               | max-num-seqs | 128",
                "--max-num-seqs 128 m               | max-num-seqs | 128",
                "m --max-model-len 8k               | max-model-len | 8000",
                "m --max-model-len 8K               | max-model-len | 8192",
                "m --enable-prefix-caching          | enable-prefix-caching | true",
                "m --no-enable-prefix-caching       | enable-prefix-caching | false",
                "m --no_enable_prefix_caching       | enable-prefix-caching | false",
                "m --gpu-memory-utilization .85     | gpu-memory-utilization | 0.85",
                "m --speculative-config.method suffix | speculative-config | {\"method\":\"suffix\"}",
                "m -sc.num_speculative_tokens=3     | speculative-config | {\"num_speculative_tokens\":3}",
                "m -dp 2                            | data-parallel-size | 2",
                "m --seed -1                        | seed | -1",
                "--model m --seed 1                 | seed | 1"
            })
    void flagIsReadInEverySpelling(String line, String flag, String value) {
        VllmArguments arguments = parse(line);

        assertThat(arguments.model()).isEqualTo("m");
        assertThat(arguments.values()).containsExactly(Map.entry(flag, value));
    }

    @Test
    void flagsThatAreNotSimulatedAreAcceptedWithTheirValues() {
        VllmArguments arguments = parse("m --tensor-parallel-size 2 -tp 2 --dtype auto --enforce-eager -cc.mode 3"
                + " --cudagraph-capture-sizes 1 2 4 --trust-remote-code --port 8001");

        assertThat(arguments.values()).containsExactly(Map.entry("port", "8001"));
        assertThat(arguments.ignored())
                .containsExactly(
                        "tensor-parallel-size",
                        "dtype",
                        "enforce-eager",
                        "compilation-config",
                        "cudagraph-capture-sizes",
                        "trust-remote-code");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "m --max-num-sequences 8        | unrecognized arguments: --max-num-sequences 8",
                "m n                            | unrecognized arguments: n",
                "m --max-num-seqs many          | argument --max-num-seqs: invalid int value: 'many'",
                "m --max-num-seqs               | argument --max-num-seqs: expected one argument",
                "m --max-num-seqs --seed 1      | argument --max-num-seqs: expected one argument",
                "m --enforce-eager=true         | argument --enforce-eager: ignored explicit argument 'true'",
                "m --speculative-config {x      | argument --speculative-config: Value {x cannot be converted to json",
                "m --simulate-nothing           | unrecognized arguments: --simulate-nothing",
                "--seed 1                       | the following arguments are required: model_tag"
            })
    void errorIsThatOfArgparse(String line, String message) {
        assertThatThrownBy(() -> parse(line))
                .isInstanceOf(ServeArgumentException.class)
                .hasMessage(message);
    }

    @Test
    void ownOptionsHaveTheirPrefix() {
        VllmArguments arguments = parse("m --simulate-ignore-term --simulate-crash-after 3 --simulate-crash-after=4");

        assertThat(arguments.own())
                .containsExactly(Map.entry("ignore-term", List.of("")), Map.entry("crash-after", List.of("3", "4")));
    }

    @Test
    void modelChoosesItsProfileAndFlagsChangeIt() {
        ServerConfig config = new VllmServeConfig()
                .of(
                        parse(PHI
                                + " --max-num-seqs 12 --no-enable-prefix-caching --served-model-name phi --api-key 123"
                                + " --speculative-config {\"method\":\"suffix\",\"num_speculative_tokens\":2}"),
                        Optional.empty());

        assertThat(config.model()).isEqualTo(PHI);
        assertThat(config.servedModelName()).isEqualTo("phi");
        assertThat(config.gpu()).isEqualTo("l4");
        assertThat(config.maxNumSeqs()).isEqualTo(12);
        assertThat(config.enablePrefixCaching()).isFalse();
        assertThat(config.apiKey()).isEqualTo("123");
        assertThat(config.speculativeConfig().numSpeculativeTokens()).isEqualTo(2);
        // Fewer sequences need less memory beside the cache.
        assertThat(config.kvCapacityTokens())
                .isGreaterThan(
                        new VllmServeConfig().of(parse(PHI), Optional.empty()).kvCapacityTokens());
    }

    @Test
    void profileIsChosenByItsNameOrByOurOption() {
        assertThat(new VllmServeConfig()
                        .of(parse("demo-tuned"), Optional.empty())
                        .model())
                .isEqualTo("demo-tuned");
        assertThat(new VllmServeConfig()
                        .of(parse("org/any"), Optional.of("phi-4-mini-l4"))
                        .servedModelName())
                .isEqualTo("org/any");
    }

    @Test
    void modelOfNoProfileIsRefusedWithModelsAndProfiles() {
        assertThatThrownBy(() -> new VllmServeConfig().of(parse("org/other"), Optional.empty()))
                .isInstanceOf(ServerConfigException.class)
                .hasMessageContaining("no simulated server has the model org/other")
                .hasMessageContaining(PHI)
                .hasMessageContaining("phi-4-mini-l4");
    }

    @Test
    void helpNamesEveryFlagAndHowToTurnSwitchesOff() {
        assertThat(VllmServeText.help(VllmServeFlags.load(), List.of("--simulate-x")))
                .anyMatch(line -> line.startsWith("  --max-num-seqs "))
                .contains("  --enforce-eager, --no-enforce-eager", "  --simulate-x")
                .hasSizeGreaterThan(180);
    }

    private static VllmArguments parse(String line) {
        return VllmArguments.parse(
                Arrays.asList(line.split(" ", -1)),
                VllmServeFlags.load(),
                Set.of("ignore-term"),
                Set.of("crash-after"));
    }
}
