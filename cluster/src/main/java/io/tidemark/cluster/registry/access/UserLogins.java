package io.tidemark.cluster.registry.access;

import io.tidemark.cluster.registry.RegistryError;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks credentials against a file of users. Each request carries its password, so one that was found right is remembered until the file changes,
 * as a keyed hash that is of no use outside this process. Thread-safe.
 */
public final class UserLogins {
    private static final Logger LOG = LoggerFactory.getLogger(UserLogins.class);
    private static final String MAC = "HmacSHA256";
    private static final int KEY_BYTES = 32;

    private final Path file;
    private final SecretKeySpec key;

    private volatile Loaded loaded;

    /** What is read anew when any of these differs. */
    private record Version(
            @Nullable FileTime changed,
            long sizeBytes,
            @Nullable Object fileKey) {
        static final Version UNKNOWN = new Version(null, -1, null);
    }

    /** @param nobodys checked for unknown names, so that they take as long as others */
    private record Loaded(Version version, RegistryUsers users, PasswordHash nobodys, Map<String, byte[]> remembered) {}

    private UserLogins(Path file, Loaded loaded) {
        byte[] secret = new byte[KEY_BYTES];
        new SecureRandom().nextBytes(secret);
        this.file = file;
        this.key = new SecretKeySpec(secret, MAC);
        this.loaded = loaded;
    }

    /** @throws IOException as {@link RegistryUsers#read} */
    public static UserLogins open(Path file) throws IOException {
        return new UserLogins(file, load(file));
    }

    /** Reads the file if it changed. One that cannot be read leaves all as it was, with an error in the log. */
    public void refresh() {
        Version now = version(file);
        if (now.equals(loaded.version())) {
            return;
        }
        try {
            loaded = load(file);
            LOG.info("{} users of the registry from {}", loaded.users().users().size(), file);
        } catch (IOException e) {
            LOG.error("the users of the registry stay as they were: {}", e.getMessage());
            loaded = new Loaded(now, loaded.users(), loaded.nobodys(), loaded.remembered());
        }
    }

    /** Whose credentials these are, if they were found right before. Takes microseconds. */
    public Optional<Caller> remembered(BasicCredentials given) {
        Loaded all = loaded;
        byte[] known = all.remembered().get(given.name());
        return known != null && MessageDigest.isEqual(known, mac(given.password()))
                ? Optional.of(caller(all, given.name()))
                : Optional.empty();
    }

    /**
     * Whose credentials these are. Takes hundreds of milliseconds, also for an unknown name.
     *
     * @throws RegistryError 401 if they are not those of a user
     */
    public Caller check(BasicCredentials given) {
        Loaded all = loaded;
        RegistryUser user = all.users().users().get(given.name());
        boolean right = (user == null ? all.nobodys() : user.password()).isOf(given.password());
        if (user == null || !right) {
            throw RegistryError.unauthorized();
        }
        all.remembered().put(given.name(), mac(given.password()));
        return caller(all, given.name());
    }

    private static Caller caller(Loaded all, String name) {
        return new Caller(
                name, Objects.requireNonNull(all.users().users().get(name)).rights());
    }

    private byte[] mac(String password) {
        try {
            Mac mac = Mac.getInstance(MAC);
            mac.init(key);
            return mac.doFinal(password.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java has no " + MAC, e);
        }
    }

    /** The version is taken first: a change while the file is read is seen at the next look. */
    private static Loaded load(Path file) throws IOException {
        Version version = version(file);
        RegistryUsers users = RegistryUsers.read(file);
        OptionalInt iterations = users.users().values().stream()
                .mapToInt(user -> user.password().iterations())
                .max();
        return new Loaded(version, users, PasswordHash.ofNobody(iterations), new ConcurrentHashMap<>());
    }

    private static Version version(Path file) {
        try {
            BasicFileAttributes found = Files.readAttributes(file, BasicFileAttributes.class);
            return new Version(found.lastModifiedTime(), found.size(), found.fileKey());
        } catch (IOException e) {
            return Version.UNKNOWN; // reading it says why
        }
    }
}
