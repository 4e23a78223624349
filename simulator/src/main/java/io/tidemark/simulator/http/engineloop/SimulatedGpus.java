package io.tidemark.simulator.http.engineloop;

import io.tidemark.schemas.time.NanoClock;
import io.tidemark.simulator.config.ServerConfig;
import io.tidemark.simulator.engine.StepResult;
import io.tidemark.simulator.engine.cost.StepCost;
import io.tidemark.simulator.engine.cost.StepWork;
import io.tidemark.simulator.gpu.DcgmMetricsPage;
import io.tidemark.simulator.gpu.GpuSpec;
import io.tidemark.simulator.gpu.SimulatedGpu;
import io.tidemark.simulator.http.faultinjection.FaultSchedule;
import java.util.List;
import java.util.stream.IntStream;

/** The accelerators of a simulated server, one per engine; they outlive its restarts. Thread-safe. */
public final class SimulatedGpus {
    private static final String HOSTNAME = "simulator";
    /** A step that only reads weights draws this share of the power limit; one that only multiplies draws all of it. */
    private static final double READING_SHARE = 0.5;

    private final ServerConfig config;
    private final FaultSchedule faults;
    private final NanoClock clock;
    private final List<SimulatedGpu> gpus;

    public SimulatedGpus(ServerConfig config, FaultSchedule faults, NanoClock clock, int engines) {
        this.config = config;
        this.faults = faults;
        this.clock = clock;
        GpuSpec spec = GpuSpec.of(config.gpu()).orElse(GpuSpec.H200);
        this.gpus = IntStream.range(0, engines)
                .mapToObj(index -> new SimulatedGpu(spec, clock.nanos()))
                .toList();
    }

    public StepListener of(int engine) {
        SimulatedGpu gpu = gpus.get(engine);
        return (step, endNanos) -> gpu.work(step.startNanos(), endNanos, intensity(step) * faults.clockShare());
    }

    /** The server has started, and reserves its memory. */
    public void loaded() {
        gpus.forEach(gpu -> gpu.reserve(config.gpuMemoryUtilization()));
    }

    public void unloaded() {
        gpus.forEach(gpu -> gpu.reserve(0));
    }

    public String page() {
        long nowNanos = clock.nanos();
        List<DcgmMetricsPage.Gpu> readings = IntStream.range(0, gpus.size())
                .mapToObj(index -> new DcgmMetricsPage.Gpu(
                        index,
                        gpus.get(index).spec(),
                        gpus.get(index).read(nowNanos).throttledTo(faults.clockShare())))
                .toList();
        return DcgmMetricsPage.of(readings, HOSTNAME);
    }

    private double intensity(StepResult step) {
        StepCost cost = config.cost();
        StepWork load = step.load();
        double computing = Math.min(1, load.tokens() * cost.perTokenSeconds() / cost.seconds(load));
        return READING_SHARE + (1 - READING_SHARE) * computing;
    }
}
