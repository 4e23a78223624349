package io.tidemark.producer.plan.server;

import java.time.Duration;

/**
 * How a server is stopped.
 *
 * @param grace between SIGTERM and SIGKILL
 * @param timeout how long the port and the memory may take to be free after that
 * @param memory where the accelerators' memory is read
 */
public record StopPlan(Duration grace, Duration timeout, MemorySource memory) {
    public static final StopPlan DEFAULT =
            new StopPlan(Duration.ofSeconds(30), Duration.ofMinutes(2), MemorySource.AUTO);

    /** Where the memory that accelerators use is read. */
    public enum MemorySource {
        /** From a metrics page of the target that has it, else from nvidia-smi where it is there, else nowhere. */
        AUTO,
        NVIDIA_SMI,
        NONE
    }
}
