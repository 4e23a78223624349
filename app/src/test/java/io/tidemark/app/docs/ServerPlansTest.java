package io.tidemark.app.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.fixtures.RepositoryFiles;
import io.tidemark.producer.plan.PhasePlan;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.read.PlanFileOptions;
import io.tidemark.producer.plan.read.PlanLoader;
import io.tidemark.producer.plan.server.CommandTemplate;
import io.tidemark.producer.plan.server.EnvironmentEntry;
import io.tidemark.servers.ProcessServerLauncher;
import io.tidemark.servers.ServerStartRequest;
import io.tidemark.simulator.config.ServerConfig;
import io.tidemark.simulator.serve.VllmArguments;
import io.tidemark.simulator.serve.VllmServeConfig;
import io.tidemark.simulator.serve.VllmServeFlags;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The plans in deploy/ that start servers: every command line is one that vLLM takes, of a model that the simulator has. */
final class ServerPlansTest {
    private static final int PROGRAM = 2;

    @ParameterizedTest
    @ValueSource(strings = {"h200-tuning", "l4-phi4", "rtx-quantization"})
    void everyPhaseHasACommandLineOfVllm(String name) {
        Plan plan = PlanLoader.load(RepositoryFiles.path("deploy/plans/" + name + ".yaml"), PlanFileOptions.AS_IT_IS)
                .get(0);
        assertThat(plan.phases())
                .hasSizeGreaterThan(3)
                .extracting(PhasePlan::name)
                .contains("default");
        for (PhasePlan phase : plan.phases()) {
            ServerConfig config = config(plan, phase, Optional.empty());
            assertThat(config.kvCapacityTokens()).as(phase.name()).isPositive();
            String sequences = phase.flags().getOrDefault("max-num-seqs", "default");
            if (!sequences.equals("default")) {
                assertThat(config.maxNumSeqs()).isEqualTo(Integer.parseInt(sequences));
            }
        }
    }

    @Test
    void qualityOfTheQuantizedModelIsAskedAfterEachLoad() {
        Plan plan = PlanLoader.load(RepositoryFiles.path("deploy/plans/rtx-quantization.yaml"));

        assertThat(plan.phases())
                .isNotEmpty()
                .allSatisfy(phase -> assertThat(phase.after()).singleElement().satisfies(quality -> {
                    assertThat(quality.resultFormat()).contains("lm-eval");
                    assertThat(quality.command().words()).startsWith("lm_eval").contains("${results}");
                }));
    }

    /** Values of the env files of a scenario are on its command line. */
    @ParameterizedTest
    @CsvSource({
        "smoke_test, openai/gpt-oss-20b, 8192, auto",
        "long_documents, openai/gpt-oss-20b, 8192, auto",
        "phi4_short_chat, microsoft/Phi-4-mini-instruct, 4096, fp8"
    })
    void aScenarioStartsItsServerFromItsProfiles(String scenario, String model, String longest, String cache) {
        Plan plan = PlanLoader.load(
                        RepositoryFiles.path("deploy/plans/scenarios.yaml"),
                        new PlanFileOptions(Optional.of(scenario), List.of()))
                .get(0);
        PhasePlan phase = plan.phases().get(0);

        assertThat(line(plan, phase))
                .startsWith("vllm serve " + model + " ")
                .contains("--max-model-len " + longest)
                .contains("--kv-cache-dtype " + cache)
                .contains("--gpu-memory-utilization 0.90");
        assertThat(phase.server().orElseThrow().environment())
                .extracting(EnvironmentEntry::name)
                .contains("CUDA_VISIBLE_DEVICES", "MAX_MODEL_LEN");
        assertThat(config(plan, phase, Optional.of("generic")).kvCapacityTokens())
                .isPositive();
    }

    private static String line(Plan plan, PhasePlan phase) {
        return ProcessServerLauncher.rendered(
                ServerStartRequest.of(plan, phase, plan.targets().get(0), Map.of(), Path.of("target")), Map.of());
    }

    private static ServerConfig config(Plan plan, PhasePlan phase, Optional<String> profile) {
        List<String> words = CommandTemplate.parse(line(plan, phase)).words();
        assertThat(words).startsWith("vllm", "serve");
        VllmArguments arguments =
                VllmArguments.parse(words.subList(PROGRAM, words.size()), VllmServeFlags.load(), Set.of(), Set.of());
        return new VllmServeConfig().of(arguments, profile);
    }
}
