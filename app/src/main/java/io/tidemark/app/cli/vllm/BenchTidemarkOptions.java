package io.tidemark.app.cli.vllm;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.app.cli.shared.OptionParser;
import io.tidemark.schemas.Team;
import java.util.List;
import picocli.CommandLine.Option;

/** Options of {@code tidemark bench} that vLLM does not know: what the run belongs to, and how it is judged. */
final class BenchTidemarkOptions {
    @Option(
            names = "--experiment",
            paramLabel = "NAME",
            description = "Ours: name that groups runs. Default: ${DEFAULT-VALUE}.")
    private String experiment = "bench";

    @Option(
            names = "--phase",
            paramLabel = "NAME",
            description = "Ours: the server's configuration. Default: ${DEFAULT-VALUE}.")
    private String phase = "default";

    @Option(names = "--team", paramLabel = "NAME", description = "Ours: team of the events. Default: ${DEFAULT-VALUE}.")
    private String team = "default";

    @Option(
            names = "--slo",
            paramLabel = "OBJECTIVE",
            description = "Ours: objective to judge by. Such as 'ttft_due p99 < 1s'; may be given several times.")
    private List<String> objectives = List.of();

    @Option(
            names = "--set",
            paramLabel = "PATH=VALUE",
            description = "Ours: put VALUE into the plan that the flags make, e.g. --set timeouts.total=60s.")
    private List<String> overrides = List.of();

    @Option(
            names = "--no-calibrate",
            description = "Ours: skip the calibration (2 s), which measures the delay that this client adds.")
    private boolean noCalibrate;

    @Option(
            names = "--live",
            description = "Ours: compute results while the load runs, beside the client. Default: after the load.")
    private boolean live;

    @Option(names = "--show-plan", description = "Ours: print the plan that the flags make, and send nothing.")
    private boolean showPlan;

    /** The first keys of the plan: experiment, team, seed, API, phase. The caller adds the others. */
    ObjectNode plan(BenchFlags.Backend backend, long seed) {
        ObjectNode plan = JsonNodeFactory.instance
                .objectNode()
                .put("experiment", experiment)
                .put("team", team().name())
                .put("seed", seed)
                .put("api", backend.api())
                .put("first_request", false)
                .put("keep_going", true)
                .put("calibrate", !noCalibrate);
        plan.putArray("phases").addObject().put("name", phase);
        return plan;
    }

    List<String> objectives() {
        return objectives;
    }

    Team team() {
        return OptionParser.team(team);
    }

    List<String> overrides() {
        return overrides;
    }

    boolean live() {
        return live;
    }

    boolean showsPlan() {
        return showPlan;
    }
}
