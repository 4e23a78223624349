package io.tidemark.producer.plan.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.producer.plan.PhasePlan;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.server.CommandTemplate;
import io.tidemark.producer.plan.server.EnvironmentEntry;
import io.tidemark.producer.plan.server.ReadyPlan;
import io.tidemark.producer.plan.server.ServerPlan;
import io.tidemark.producer.plan.server.ServerRecipe;
import io.tidemark.producer.plan.server.StopPlan;
import io.tidemark.producer.yaml.InvalidYamlException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ServerPlanTest {
    private static final String REST = """
            experiment: x
            targets: [{url: "http://127.0.0.1:8000", model: m}]
            workload: {kind: synthetic, prompt_tokens: 10, output_tokens: 5}
            steps: [{rate: 1, requests: 2}]
            slo: {objectives: [ttft p99 < 1s]}
            """;

    @TempDir
    private Path folder;

    @Test
    void commandOfTextIsSplitAsAShellSplitsIt() {
        ServerPlan server = plan("server: {command: \"vllm serve '${model}' --x \\\"a b\\\" ${flags}\"}")
                .server()
                .orElseThrow();

        assertThat(server.recipe())
                .isEqualTo(new ServerRecipe.Command(
                        new CommandTemplate(List.of("vllm", "serve", "${model}", "--x", "a b", "${flags}"))));
        assertThat(server.ready()).isEqualTo(ReadyPlan.DEFAULT);
        assertThat(server.stop()).isEqualTo(StopPlan.DEFAULT);
        assertThat(server.warmUpRequests()).isZero();
    }

    @Test
    void everyKeyIsRead() {
        ServerPlan server = plan("""
                        server:
                          command: [serve, "${port}"]
                          flags: {max-num-seqs: 128, speculative-config: {method: ngram, num_speculative_tokens: 3}}
                          flag_style: "--{name}={value}"
                          ready: {path: /v1/models, status: 204, timeout: 5m, log_line: "startup complete"}
                          warm_up: {requests: 3}
                          stop: {grace: 10s, timeout: 1m, memory: nvidia-smi}
                          logs: {head: 1KiB, tail: 2MiB}
                        """).server().orElseThrow();

        assertThat(server.flags())
                .containsExactly(
                        Map.entry("max-num-seqs", "128"),
                        Map.entry("speculative-config", "{\"method\":\"ngram\",\"num_speculative_tokens\":3}"));
        assertThat(server.flagStyle().template()).isEqualTo("--{name}={value}");
        assertThat(server.ready().path()).isEqualTo("/v1/models");
        assertThat(server.ready().logLine()).contains("startup complete");
        assertThat(server.warmUpRequests()).isEqualTo(3);
        assertThat(server.stop())
                .isEqualTo(
                        new StopPlan(Duration.ofSeconds(10), Duration.ofMinutes(1), StopPlan.MemorySource.NVIDIA_SMI));
        assertThat(server.logs().headBytes()).isEqualTo(1024);
        assertThat(server.logs().tailBytes()).isEqualTo(2 << 20);
    }

    @Test
    void phaseWinsOverThePlanAndEnvironmentIsMergedByName() {
        Plan plan = plan("""
                server: {command: serve, env: {A: "1", B: "2"}, flags: {x: 1, y: 2}, stop: {grace: 1s}}
                phases:
                  - {name: base}
                  - name: tuned
                    flags: {y: default, z: [1, 2]}
                    server: {docker: {image: i, command: other}, env: {B: "3"}, flags: {x: 5}}
                """);
        ServerPlan base = plan.phase("base").server().orElseThrow();
        PhasePlan tuned = plan.phase("tuned");
        ServerPlan own = tuned.server().orElseThrow();

        assertThat(base).isEqualTo(plan.server().orElseThrow());
        assertThat(own.recipe().key()).isEqualTo("docker");
        assertThat(shown(own)).containsExactly("A=1", "B=3");
        assertThat(own.flags()).containsExactly(Map.entry("x", "5"), Map.entry("y", "2"));
        assertThat(own.stop().grace()).isEqualTo(Duration.ofSeconds(1));
        assertThat(tuned.flags()).containsExactly(Map.entry("y", "default"), Map.entry("z", "[1,2]"));
    }

    @Test
    void planWithoutServerStartsNone() {
        Plan plan = plan("");

        assertThat(plan.server()).isEmpty();
        assertThat(plan.phases()).containsExactly(new PhasePlan("default", Map.of()));
    }

    @Test
    void wholePlanMayLackTheRecipeWhereEveryPhaseHasOne() {
        Plan plan = plan("""
                server: {stop: {grace: 3s}}
                phases: [{name: a, server: {command: one}}, {name: b, server: {command: two}}]
                """);

        assertThat(plan.server()).isEmpty();
        assertThat(plan.phase("b").server().orElseThrow().stop().grace()).isEqualTo(Duration.ofSeconds(3));
    }

    @Test
    void laterFileWinsAndEnvWinsOverFilesAndEachValueSaysWhereItIsFrom() throws IOException {
        Files.writeString(folder.resolve("gpu.env"), "# H200\nexport A=1\nB='b b'\nHF_TOKEN=hf_s3cr3t\n");
        Files.writeString(folder.resolve("model.env"), "B=2\nC=3\n");

        ServerPlan server = plan("server: {command: serve, env_files: [gpu.env, model.env], env: {C: 4}}")
                .server()
                .orElseThrow();

        assertThat(shown(server)).containsExactly("A=1", "B=2", "HF_TOKEN=********", "C=4");
        assertThat(server.environment())
                .extracting(EnvironmentEntry::origin)
                .containsExactly("gpu.env:2", "model.env:1", "gpu.env:4", "plan.yaml:1");
        assertThat(server.toString()).doesNotContain("s3cr3t");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "server: {}                                         | must have exactly one of command",
                "server: {command: a, ssh: {host: h, command: c}}   | but has command, ssh",
                "server: {command: 'a ${modle}'}                    | but has ${modle}",
                "server: {command: 'a --x=${flags}'}                | must have ${flags} as a word of its own",
                "server: {command: \"a 'b\"}                        | must close each quote",
                "server: {command: a, ready: {timeout: 5}}          | a number needs its unit",
                "server: {command: a, ready: {log_line: '('}}       | must be a regular expression",
                "server: {command: a, stop: {memory: dcgm}}         | must be one of auto, nvidia-smi, none",
                "server: {command: a, env_files: [none.env]}        | must name text files that can be read",
                "server: {command: a, env: {HF_TOKEN: x}}           | must not hold a secret",
                "server: {command: a, env: {1x: y}}                 | must have names of letters, digits and _",
                "server: {command: a, flags: {api-key: x}}          | must be left out",
                "server: {command: a --api-key s3cr3t}              | must not hold a secret",
                "server: {command: a, flag_style: plain}            | must be vllm or a template with {name}",
                "server: {systemd: {unit: '../x'}}                  | must be the name of a unit",
                "server: {kubectl: {deployment: 'A b'}}             | must be a name of Kubernetes",
                "server: {ssh: {host: -oProxyCommand=x, command: c}} | must be a host",
                "server: {external: {}}                             | is required",
                "server: {command: a, reddy: 1}                     | is not a known key",
                "server: 5                                          | must be a mapping"
            })
    void whatCannotBeIsRefusedWithItsLine(String section, String rule) {
        assertThatThrownBy(() -> plan(section))
                .isInstanceOf(InvalidYamlException.class)
                .hasMessageContaining("plan.yaml:1")
                .hasMessageContaining(rule);
    }

    private static List<String> shown(ServerPlan server) {
        return server.environment().stream()
                .map(entry -> entry.name() + "=" + entry.value().shown())
                .toList();
    }

    private Plan plan(String section) {
        return PlanLoader.parse(section + "\n" + REST, "plan.yaml", folder);
    }
}
