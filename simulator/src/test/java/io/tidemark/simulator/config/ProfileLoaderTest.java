package io.tidemark.simulator.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ProfileLoaderTest {
    private final ProfileLoader profiles = new ProfileLoader();
    private final ServerConfigLoader configs = new ServerConfigLoader();

    @ParameterizedTest
    @MethodSource("io.tidemark.simulator.config.ProfileLoader#builtInNames")
    void everyBuiltInProfileNamesItsSourcesAndServes(String name) {
        assertThat(profiles.read(name).sources()).hasSizeGreaterThanOrEqualTo(4);
        assertThat(configs.builtIn(name).kvCapacityTokens()).isGreaterThan(50_000);
    }

    @Test
    void costsThatAreNotStatedAreComputedFromDataSheets() {
        Profile profile = profiles.parse("my.yaml", """
                extends: generic
                hardware: { name: twice an A100, memory-gib: 79.25, bandwidth-gb-per-second: 4078, peak-tflops: 624 }
                """);
        Profile generic = profiles.read("generic");

        assertThat(generic.cost().weightsSeconds()).isCloseTo(16.06e9 / (2039e9 * 0.8), withinPercentage(0.1));
        assertThat(generic.cost().perTokenSeconds()).isCloseTo(2 * 8.03e9 / (312e12 * 0.6), withinPercentage(0.1));
        assertThat(profile.cost().weightsSeconds())
                .isCloseTo(generic.cost().weightsSeconds() / 2, withinPercentage(0.1));
        assertThat(profile.cost().perTokenSeconds())
                .isCloseTo(generic.cost().perTokenSeconds() / 2, withinPercentage(0.1));
    }

    @Test
    void flagsDecideHowManyTokensTheCacheHolds() {
        int byDefault = tokens("{}");

        assertThat(tokens("{ kv-cache-dtype: fp8 }")).isBetween(2 * byDefault, 2 * byDefault + 16);
        assertThat(tokens("{ gpu-memory-utilization: 0.95 }")).isGreaterThan(byDefault);
        assertThat(tokens("{ max-num-seqs: 128 }")).isGreaterThan(byDefault);
        assertThat(tokens("{ kv-capacity-tokens: 16000 }")).isEqualTo(16_000);
    }

    @Test
    void aFilesProfileMayLieBesideItAndBeServedAsItIs(@TempDir Path folder) throws IOException {
        Path profile = Files.writeString(
                folder.resolve("my-gpu.yaml"), profiles.write(profiles.read("phi-4-mini-l4"), "phi-4-mini-l4"));
        Path server = Files.writeString(folder.resolve("server.yaml"), "profile: my-gpu.yaml\nmax-num-seqs: 64\n");

        assertThat(configs.read(server).maxNumSeqs()).isEqualTo(64);
        assertThat(configs.read(server).cost())
                .isEqualTo(configs.builtIn("phi-4-mini-l4").cost());
        assertThat(configs.read(profile)).isEqualTo(configs.builtIn("phi-4-mini-l4"));
    }

    @Test
    void badProfilesAreRefusedWithFileKeyValueAndRule() {
        assertThatThrownBy(() -> profiles.parse("my.yaml", "{extends: generic, hardware: {memory-gib: -1}}"))
                .hasMessage("my.yaml: hardware.memory-gib must be a number > 0 but was -1");
        assertThatThrownBy(() -> profiles.parse("my.yaml", "{extends: generic, hardware: {tflops: 1}}"))
                .hasMessageStartingWith(
                        "my.yaml: hardware.tflops is not a known key; known here: bandwidth-gb-per-second");
        assertThatThrownBy(() -> profiles.parse("my.yaml", "{extends: phi-4-mini-l4, hardware: {peak-tflops: 300}}"))
                .hasMessage("my.yaml: hardware must not be changed while cost is that of the extended profile; "
                        + "extend generic or state cost");
        assertThatThrownBy(() -> configs.parse("s.yaml", "{profile: no-such}"))
                .hasMessageStartingWith("s.yaml: profile must be a file or one of generic, ")
                .hasMessageEndingWith("but was no-such");
        assertThatThrownBy(() -> configs.parse("s.yaml", "{profile: phi-4-mini-l4, gpu-memory-utilization: 0.4}"))
                .hasMessageStartingWith("s.yaml: gpu-memory-utilization 0.4 of 22.494 GiB leaves ");
        assertThatThrownBy(() -> configs.parse(
                        "s.yaml",
                        "{profile: phi-4-mini-l4, speculative-config: {method: eagle3, num-speculative-tokens: 3}}"))
                .hasMessage("s.yaml: speculative-config.method must be one that the profile knows [suffix], "
                        + "or drafting must be stated, but was eagle3");
    }

    private int tokens(String flags) {
        return configs.parse("s.yaml", "{extends: phi-4-mini-l4, " + flags.substring(1))
                .kvCapacityTokens();
    }
}
