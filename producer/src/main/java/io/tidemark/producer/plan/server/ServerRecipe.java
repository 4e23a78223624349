package io.tidemark.producer.plan.server;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** What starts and stops a server. The states of a server are the same for all of them. */
public sealed interface ServerRecipe {
    /** The key of the recipe in a plan. */
    String key();

    /** The command line of the server itself, in which placeholders stand; empty if others hold it. */
    Optional<CommandTemplate> serverCommand();

    /** What starts a server that listens on this machine: nothing else may listen on its port before. */
    sealed interface OnThisMachine extends ServerRecipe {}

    /** A process of this machine. */
    record Command(CommandTemplate command) implements OnThisMachine {
        @Override
        public String key() {
            return "command";
        }

        @Override
        public Optional<CommandTemplate> serverCommand() {
            return Optional.of(command);
        }
    }

    /**
     * A container that {@code docker run} or {@code podman run} starts.
     *
     * @param arguments of {@code run} before the image, such as {@code --gpus all}
     * @param command what the image runs; placeholders stand in it
     */
    record Container(ContainerEngine engine, String image, CommandTemplate arguments, CommandTemplate command)
            implements OnThisMachine {
        @Override
        public String key() {
            return engine.word();
        }

        @Override
        public Optional<CommandTemplate> serverCommand() {
            return Optional.of(command);
        }
    }

    /**
     * A unit of systemd on this machine, which must not run before the start. A drop-in sets its command and its environment and is removed
     * at the end.
     *
     * @param command its ExecStart; empty to leave the unit's own
     * @param user whether it is a unit of the user's manager ({@code systemctl --user})
     * @param dropInFolder folder in which {@code UNIT.d} is made
     */
    record SystemdUnit(String unit, Optional<CommandTemplate> command, boolean user, Path dropInFolder)
            implements OnThisMachine {
        @Override
        public String key() {
            return "systemd";
        }

        @Override
        public Optional<CommandTemplate> serverCommand() {
            return command;
        }
    }

    /**
     * A deployment of Kubernetes whose container gets other arguments, and the ones that it had at the end.
     *
     * @param namespace empty for that of the current context
     * @param container empty for the first of the pod
     * @param arguments in the place of the container's own, with placeholders; empty to put the flags over the container's own
     */
    record KubernetesDeployment(
            String deployment, String namespace, String container, Optional<CommandTemplate> arguments)
            implements ServerRecipe {
        @Override
        public String key() {
            return "kubectl";
        }

        @Override
        public Optional<CommandTemplate> serverCommand() {
            return arguments;
        }
    }

    /**
     * A process of another machine.
     *
     * @param host as {@code ssh} takes it, e.g. {@code user@gpu-7}
     * @param options of ssh before the host
     */
    record Ssh(String host, List<String> options, CommandTemplate command) implements ServerRecipe {
        public Ssh {
            options = List.copyOf(options);
        }

        @Override
        public String key() {
            return "ssh";
        }

        @Override
        public Optional<CommandTemplate> serverCommand() {
            return Optional.of(command);
        }
    }

    /**
     * A server that the user starts and stops.
     *
     * @param onChange command that a shell runs before each start and that learns the phase from its environment
     */
    record External(String onChange) implements ServerRecipe {
        @Override
        public String key() {
            return "external";
        }

        @Override
        public Optional<CommandTemplate> serverCommand() {
            return Optional.empty();
        }
    }
}
