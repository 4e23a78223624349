package io.tidemark.servers;

import io.tidemark.producer.client.TargetEndpoint;
import io.tidemark.producer.plan.TargetPlan;
import io.tidemark.producer.plan.server.ServerRecipe;
import io.tidemark.servers.probe.AcceleratorMemory;
import io.tidemark.servers.probe.AcceleratorMemory.Used;
import io.tidemark.servers.process.LocalPort;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Optional;

/**
 * Whether a server gave back what it held: its port, and the memory of the accelerators.
 *
 * @param before the memory that was used before the start
 */
record Released(ServerRecipe recipe, TargetPlan target, AcceleratorMemory memory, Used before) {
    private static final int CONNECT_MILLIS = 2_000;

    /** Whether the end of the server is ours to bring about, so that it has anything to give back. */
    private boolean isOurs() {
        return !(recipe instanceof ServerRecipe.External) && !(recipe instanceof ServerRecipe.KubernetesDeployment);
    }

    /** What is still held, one sentence; empty if nothing is, or nothing can be reported of it. */
    Optional<String> held() throws InterruptedException {
        if (!isOurs()) {
            return Optional.empty();
        }
        Optional<String> port = portInUse();
        return port.isPresent() ? port : memory.read().above(before);
    }

    /** Who uses the port, one sentence; empty if it is free, or if the recipe is none whose port must be. */
    Optional<String> portInUse() {
        if (!isOurs()) {
            return Optional.empty();
        }
        TargetEndpoint endpoint = TargetEndpoint.of(target.url());
        Optional<LocalPort> local = recipe instanceof ServerRecipe.OnThisMachine
                ? LocalPort.of(endpoint.host(), endpoint.port())
                : Optional.empty();
        if (local.isPresent()) {
            return local.get().isFree()
                    ? Optional.empty()
                    : Optional.of("port " + local.get().port() + " is in use"
                            + local.get().holder().map(who -> " by " + who).orElse(""));
        }
        return answers(endpoint)
                ? Optional.of("something accepts connections at " + TargetPlan.nameOf(target.url()))
                : Optional.empty();
    }

    private static boolean answers(TargetEndpoint endpoint) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(endpoint.host(), endpoint.port()), CONNECT_MILLIS);
            return true;
        } catch (IOException e) {
            return false; // no server accepts connections
        }
    }
}
