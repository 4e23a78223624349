package io.tidemark.servers;

import io.tidemark.producer.plan.read.server.EnvironmentFile;
import io.tidemark.producer.plan.secret.SecretNames;
import io.tidemark.producer.plan.secret.SecretSource;
import io.tidemark.producer.plan.server.CommandTemplate;
import io.tidemark.producer.plan.server.EnvironmentEntry;
import io.tidemark.producer.plan.server.EnvironmentValue;
import io.tidemark.producer.plan.server.ServerPlan;
import io.tidemark.producer.plan.server.ServerRecipe;
import io.tidemark.producer.yaml.ValueType.InvalidValueException;
import io.tidemark.servers.flags.FlagSet;
import io.tidemark.servers.process.SecretMask;
import io.tidemark.servers.recipe.DeploymentReader;
import io.tidemark.servers.recipe.RecipeScripts;
import io.tidemark.servers.recipe.RecipeScripts.RunningDeployment;
import io.tidemark.servers.recipe.StartContext;
import io.tidemark.servers.recipe.StartScript;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is made of a request before anything is started. Making one reads files, and asks {@code kubectl} when the script is made; it starts
 * nothing.
 */
final class Preparation {
    private final ServerStartRequest request;
    private final FlagSet flags;
    private final ResolvedEnvironment environment;
    private final StartContext context;
    private final SecretMask mask;

    private Preparation(
            ServerStartRequest request,
            FlagSet flags,
            ResolvedEnvironment environment,
            StartContext context,
            SecretMask mask) {
        this.request = request;
        this.flags = flags;
        this.environment = environment;
        this.context = context;
        this.mask = mask;
    }

    /** @throws IllegalArgumentException naming what is missing: a secret, a variable, the model */
    static Preparation of(ServerStartRequest request, String startId, Map<String, String> process) {
        ServerPlan server = request.server();
        ResolvedEnvironment environment = ResolvedEnvironment.of(server, process);
        FlagSet flags = FlagSet.of(server.flags(), request.flags());
        Map<String, String> variables = new HashMap<>(process);
        variables.putAll(environment.values());
        requirePlaceholders(request, variables);
        StartContext context = new StartContext(
                startId, server, request.phase(), flags, request.target(), environment.values(), variables);
        List<String> secrets = new ArrayList<>(environment.secrets());
        request.headers().forEach((name, value) -> {
            if (SecretNames.isHeader(name)) {
                secrets.add(value.replaceFirst("(?i)^(bearer|basic) +", ""));
            }
        });
        return new Preparation(request, flags, environment, context, new SecretMask(secrets));
    }

    private static void requirePlaceholders(ServerStartRequest request, Map<String, String> variables) {
        Optional<CommandTemplate> command = request.server().recipe().serverCommand();
        List<CommandTemplate> templates = new ArrayList<>(command.stream().toList());
        if (request.server().recipe() instanceof ServerRecipe.Container container) {
            templates.add(container.arguments());
        }
        for (CommandTemplate template : templates) {
            template.variables().stream()
                    .filter(name -> !variables.containsKey(name))
                    .findFirst()
                    .ifPresent(name -> {
                        throw new IllegalArgumentException(
                                "server." + request.server().recipe().key() + " has ${env." + name
                                        + "}, but the environment has no variable " + name);
                    });
            boolean model = template.words().stream().anyMatch(word -> word.contains("${model}"));
            if (model && request.target().model().isEmpty()) {
                throw new IllegalArgumentException(
                        "server." + request.server().recipe().key() + " has ${model}, but target "
                                + request.target().name() + " names no model (targets[].model)");
            }
        }
    }

    /** @throws IllegalArgumentException in kubectl's words, if it cannot say how the deployment is now */
    StartScript script() throws InterruptedException {
        Optional<RunningDeployment> running =
                request.server().recipe() instanceof ServerRecipe.KubernetesDeployment deployment
                        ? Optional.of(DeploymentReader.read(deployment))
                        : Optional.empty();
        return new RecipeScripts(context).script(running);
    }

    ServerStartRequest request() {
        return request;
    }

    String startId() {
        return context.startId();
    }

    FlagSet flags() {
        return flags;
    }

    ResolvedEnvironment environment() {
        return environment;
    }

    /** Whether {@code ${env.NAME}} has a value. */
    boolean hasVariable(String name) {
        return context.variables().containsKey(name);
    }

    /** The value of a placeholder of the server's command, by the name within its braces. */
    String placeholder(String name) {
        return context.placeholder(name);
    }

    SecretMask mask() {
        return mask;
    }

    /** The server's own command line; empty if the recipe has none of its own. */
    List<String> serverCommand() {
        return new RecipeScripts(context).serverCommand();
    }

    /** What is wrong with the machine: a folder or a program that is not there; empty if nothing is. */
    Optional<String> missing(Map<String, String> process) {
        ServerRecipe recipe = request.server().recipe();
        Optional<Path> folder = request.server().directory();
        if (recipe instanceof ServerRecipe.Ssh) {
            return folder.filter(path -> !path.isAbsolute())
                    .map(path -> "server.directory must be an absolute path of the other machine but was " + path)
                    .or(() -> environment.values().values().stream().anyMatch(value -> value.contains("\n"))
                            ? Optional.of("server.env must have values of one line for ssh")
                            : programMissing("ssh", process));
        }
        if (folder.isPresent() && !Files.isDirectory(folder.get())) {
            return Optional.of("server.directory must be a folder that exists (looked at " + folder.get() + ")");
        }
        if (recipe instanceof ServerRecipe.KubernetesDeployment
                && !environment.values().equals(environment.shown())) {
            return Optional.of(
                    "server.env must hold no secret for kubectl, for a deployment shows its environment: use a"
                            + " Secret of Kubernetes");
        }
        String program = recipe instanceof ServerRecipe.Command
                ? serverCommand().get(0)
                : recipe instanceof ServerRecipe.External
                        ? "sh"
                        : recipe instanceof ServerRecipe.SystemdUnit ? "systemctl" : recipe.key();
        return programMissing(program, process);
    }

    private Optional<String> programMissing(String program, Map<String, String> process) {
        return program(program, process).isPresent()
                ? Optional.empty()
                : Optional.of("program \"" + program + "\" of server."
                        + request.server().recipe().key()
                        + " is not there or cannot be executed"
                        + (program.contains("/") ? "" : " (looked in PATH)"));
    }

    /** Where a program is. */
    Optional<Path> program(String program, Map<String, String> process) {
        if (program.contains("/")) {
            Path base = request.server().directory().orElse(Path.of(""));
            return Optional.of(base.resolve(program)).filter(Files::isExecutable);
        }
        String path = environment.values().getOrDefault("PATH", process.getOrDefault("PATH", "/usr/bin:/bin"));
        for (String folder : path.split(":", -1)) {
            Path file = Path.of(folder.isEmpty() ? "." : folder, program);
            if (Files.isRegularFile(file) && Files.isExecutable(file)) {
                return Optional.of(file);
            }
        }
        return Optional.empty();
    }

    /**
     * The environment of a server with its secrets read.
     *
     * @param values to set, secrets in plain text
     * @param shown the same, secrets masked
     * @param secrets values that must not be written anywhere
     */
    record ResolvedEnvironment(Map<String, String> values, Map<String, String> shown, List<String> secrets) {
        ResolvedEnvironment {
            values = Map.copyOf(values);
            secrets = List.copyOf(secrets);
        }

        /** @throws IllegalArgumentException for a secret that is not there, without its value */
        static ResolvedEnvironment of(ServerPlan server, Map<String, String> process) {
            Map<String, String> values = new LinkedHashMap<>();
            Map<String, String> shown = new LinkedHashMap<>();
            List<String> secrets = new ArrayList<>();
            for (EnvironmentEntry entry : server.environment()) {
                String value = value(entry, process);
                values.put(entry.name(), value);
                shown.put(entry.name(), entry.value().shown());
                if (!(entry.value() instanceof EnvironmentValue.Text)) {
                    secrets.add(value);
                }
            }
            process.forEach((name, value) -> {
                if (SecretNames.isVariable(name)) {
                    secrets.add(value);
                }
            });
            return new ResolvedEnvironment(values, shown, secrets);
        }

        private static String value(EnvironmentEntry entry, Map<String, String> process) {
            EnvironmentValue value = entry.value();
            if (value instanceof EnvironmentValue.Text text) {
                return text.value();
            }
            if (value instanceof EnvironmentValue.SecretLine line) {
                return line(entry, line.file());
            }
            SecretSource source = ((EnvironmentValue.Secret) value).source();
            if (source instanceof SecretSource.Environment variable) {
                String found = process.get(variable.variable());
                if (found == null) {
                    throw new IllegalArgumentException(entry.origin() + " env." + entry.name()
                            + ": the environment has no variable " + variable.variable());
                }
                return found;
            }
            return firstLine(entry, ((SecretSource.SecretFile) source).file());
        }

        private static String line(EnvironmentEntry entry, Path file) {
            try {
                return EnvironmentFile.value(file, entry.name())
                        .orElseThrow(() -> new IllegalArgumentException(
                                entry.origin() + ": " + entry.name() + " is no longer in the file " + file));
            } catch (InvalidValueException e) {
                throw new IllegalArgumentException(entry.origin() + ": " + file + " " + e.getMessage(), e);
            }
        }

        private static String firstLine(EnvironmentEntry entry, Path file) {
            try {
                return Files.readString(file).lines().findFirst().orElse("");
            } catch (IOException e) {
                throw new IllegalArgumentException(
                        entry.origin() + " env." + entry.name() + ": the file " + file + " cannot be read", e);
            }
        }
    }
}
