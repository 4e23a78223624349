package io.tidemark.servers.recipe;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.producer.plan.TargetPlan;
import io.tidemark.producer.plan.server.CommandTemplate;
import io.tidemark.producer.plan.server.ContainerEngine;
import io.tidemark.producer.plan.server.FlagStyle;
import io.tidemark.producer.plan.server.LogBounds;
import io.tidemark.producer.plan.server.ReadyPlan;
import io.tidemark.producer.plan.server.ServerPlan;
import io.tidemark.producer.plan.server.ServerRecipe;
import io.tidemark.producer.plan.server.StopPlan;
import io.tidemark.servers.flags.FlagSet;
import io.tidemark.servers.recipe.RecipeScripts.RunningDeployment;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class RecipeScriptsTest {
    private static final String ID = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
    private static final CommandTemplate SERVE =
            CommandTemplate.parse("vllm serve ${model} --port ${port} --host '${host}' --name ${phase}-${env.WHO}");

    @Test
    void commandIsFilledAndHasItsFlags() {
        StartScript script = script(new ServerRecipe.Command(SERVE), Optional.empty());

        assertThat(script.arguments())
                .containsExactly(
                        "vllm",
                        "serve",
                        "org/m",
                        "--port",
                        "8123",
                        "--host",
                        "gpu-1",
                        "--name",
                        "tuned-me",
                        "--max-num-seqs",
                        "8");
        assertThat(script.environment()).containsEntry("KEY", "s3cr3t");
        assertThat(script.stopScript()).isEmpty();
    }

    @Test
    void hostThatIsAnIpv6AddressHasNoBracketsAsServersTakeIt() {
        StartScript script = script(
                new ServerRecipe.Command(CommandTemplate.parse("vllm serve --host ${host} --port ${port}")),
                Optional.empty(),
                URI.create("http://[::1]"));

        assertThat(script.arguments().subList(0, 6)).containsExactly("vllm", "serve", "--host", "::1", "--port", "80");
    }

    @Test
    void containerIsNamedAfterItsStartAndSecretsStayOffItsCommandLine() {
        StartScript script = script(
                new ServerRecipe.Container(
                        ContainerEngine.PODMAN,
                        "vllm/vllm-openai:v1",
                        CommandTemplate.parse("--gpus all -p ${port}:8000"),
                        CommandTemplate.parse("--model ${model}")),
                Optional.empty());

        assertThat(String.join(" ", script.arguments()))
                .isEqualTo(
                        "podman run --rm --name tidemark-01arz3ndektsv4rrffq69g5fav --env KEY --gpus all -p 8123:8000"
                                + " vllm/vllm-openai:v1 --model org/m --max-num-seqs 8");
        assertThat(script.stopScript())
                .isEqualTo("podman stop -t 30 tidemark-01arz3ndektsv4rrffq69g5fav; podman rm -f"
                        + " tidemark-01arz3ndektsv4rrffq69g5fav");
        assertThat(script.environment()).containsEntry("KEY", "s3cr3t");
    }

    @Test
    void unitGetsADropInThatIsRemovedAtTheEnd() {
        StartScript script = script(
                new ServerRecipe.SystemdUnit(
                        "vllm",
                        Optional.of(CommandTemplate.parse("/opt/vllm serve ${model} 'a b' '50%' '$x'")),
                        false,
                        Path.of("/run/systemd/system")),
                Optional.empty());

        assertThat(script.environment()).containsEntry("TIDEMARK_SERVER_FILE", """
                        [Service]
                        EnvironmentFile=/run/systemd/system/vllm.service.d/90-tidemark.env
                        LimitCORE=0
                        Environment=TIDEMARK_SERVER_START=%s
                        ExecStart=
                        ExecStart="/opt/vllm" "serve" "org/m" "a b" "50%%%%" "$$x" "--max-num-seqs" "8"
                        Restart=no
                        """.formatted(ID));
        assertThat(script.environment().get("TIDEMARK_SERVER_FILE"))
                .as("systemctl show prints it to every user of the machine")
                .doesNotContain("s3cr3t");
        assertThat(script.environment()).containsEntry("TIDEMARK_SERVER_ENVIRONMENT", "KEY=\"s3cr3t\"\n");
        assertThat(script.arguments().get(2))
                .doesNotContain("s3cr3t")
                .contains(
                        "umask 077",
                        "printf %s \"$TIDEMARK_SERVER_ENVIRONMENT\" >/run/systemd/system/vllm.service.d/90-tidemark.env",
                        "systemctl restart vllm");
        assertThat(script.stopScript())
                .isEqualTo("systemctl stop vllm; rm -f /run/systemd/system/vllm.service.d/90-tidemark.conf"
                        + " /run/systemd/system/vllm.service.d/90-tidemark.env; rmdir"
                        + " /run/systemd/system/vllm.service.d; systemctl daemon-reload");
    }

    /** As systemd's own reader of such files takes them: see systemd.exec(5). */
    @Test
    void valuesOfAUnitsEnvironmentAreQuoted() {
        StartScript script = script(
                new ServerRecipe.SystemdUnit("vllm", Optional.empty(), false, Path.of("/run/systemd/system")),
                Optional.empty(),
                Map.of("KEY", "a \"b\" 'c' $d `e` \\f\n%g"));

        assertThat(script.environment())
                .containsEntry("TIDEMARK_SERVER_ENVIRONMENT", "KEY=\"a \\\"b\\\" 'c' \\$d \\`e\\` \\\\f\n%g\"\n");
    }

    @Test
    void deploymentGetsOtherArgumentsAndItsOwnBack() {
        StartScript script = script(
                new ServerRecipe.KubernetesDeployment("vllm", "llm", "", Optional.empty()),
                Optional.of(new RunningDeployment(
                        1, "server", true, List.of("--model", "x", "--max-num-seqs", "256"), Optional.empty())));

        assertThat(script.arguments().get(2))
                .contains("\"path\":\"/spec/template/spec/containers/1/args\"")
                .contains("[\"--model\",\"x\",\"--max-num-seqs\",\"8\"]")
                .contains("kubectl --namespace=llm rollout status deployment/vllm --timeout=1800s")
                .contains("--container=server");
        assertThat(script.stopScript()).contains("[\"--model\",\"x\",\"--max-num-seqs\",\"256\"]");
    }

    @Test
    void otherMachineRunsTheGuardAndGetsItsEnvironmentThroughInput() {
        StartScript script = script(new ServerRecipe.Ssh("me@gpu-7", List.of("-p", "22"), SERVE), Optional.empty());

        assertThat(script.arguments().subList(0, 9))
                .containsExactly(
                        "ssh", "-o", "BatchMode=yes", "-o", "ServerAliveInterval=15", "-p", "22", "--", "me@gpu-7");
        assertThat(script.input()).contains("KEY=s3cr3t\n\n");
        assertThat(script.arguments()).noneMatch(word -> word.contains("s3cr3t"));
    }

    @Test
    void scriptOfAnExternalServerIsTold() {
        StartScript script = script(new ServerRecipe.External("./switch.sh"), Optional.empty());

        assertThat(script.environment())
                .containsEntry("TIDEMARK_PHASE", "tuned")
                .containsEntry("TIDEMARK_FLAGS", "--max-num-seqs 8")
                .containsEntry("TIDEMARK_FLAGS_JSON", "{\"max-num-seqs\":\"8\"}")
                .containsEntry("TIDEMARK_TARGET", "http://gpu-1:8123");
        assertThat(script.endsOnceStarted()).isTrue();
    }

    private static StartScript script(ServerRecipe recipe, Optional<RunningDeployment> running) {
        return script(recipe, running, URI.create("http://gpu-1:8123"));
    }

    private static StartScript script(
            ServerRecipe recipe, Optional<RunningDeployment> running, Map<String, String> environment) {
        return script(recipe, running, URI.create("http://gpu-1:8123"), environment);
    }

    private static StartScript script(ServerRecipe recipe, Optional<RunningDeployment> running, URI target) {
        return script(recipe, running, target, Map.of("KEY", "s3cr3t"));
    }

    private static StartScript script(
            ServerRecipe recipe, Optional<RunningDeployment> running, URI target, Map<String, String> environment) {
        ServerPlan server = new ServerPlan(
                recipe,
                List.of(),
                Optional.empty(),
                Map.of(),
                FlagStyle.VLLM,
                ReadyPlan.DEFAULT,
                0,
                StopPlan.DEFAULT,
                LogBounds.DEFAULT);
        StartContext start = new StartContext(
                ID,
                server,
                "tuned",
                FlagSet.of(Map.of(), Map.of("max-num-seqs", "8")),
                TargetPlan.at(target, "org/m"),
                environment,
                Map.of("WHO", "me"));
        return new RecipeScripts(start).script(running);
    }
}
