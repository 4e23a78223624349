package io.tidemark.importers.file;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/** The text of a file: UTF-8, or what its byte order mark says. */
public final class FileTextDecoder {
    private static final int SNIFFED_BYTES = 4_096;

    private FileTextDecoder() {}

    /** @throws InvalidFileException if it is empty, too large or not text */
    public static String of(SourceFile file) {
        byte[] bytes = file.bytes();
        if (bytes.length == 0) {
            throw new InvalidFileException(file.name() + ": is empty");
        }
        if (bytes.length > SourceFile.MAX_BYTES) {
            throw new InvalidFileException(
                    file.name() + ": must be at most " + SourceFile.MAX_BYTES + " bytes but has " + bytes.length);
        }
        requireNoArchive(file);
        Charset charset = charset(bytes);
        String text = decode(file, charset);
        String unmarked = text.startsWith("\uFEFF") ? text.substring(1) : text;
        if (unmarked.isBlank()) {
            throw new InvalidFileException(file.name() + ": is blank");
        }
        return unmarked;
    }

    private static String decode(SourceFile file, Charset charset) {
        try {
            return charset.newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)
                    .decode(ByteBuffer.wrap(file.bytes()))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new InvalidFileException(file.name() + ": must be text in " + charset + ": " + e.getMessage(), e);
        }
    }

    private static void requireNoArchive(SourceFile file) {
        byte[] bytes = file.bytes();
        if (startsWith(bytes, 0x1f, 0x8b)) {
            throw new InvalidFileException(file.name() + ": is packed by gzip: unpack it first");
        }
        if (startsWith(bytes, 'P', 'K', 3, 4)) {
            throw new InvalidFileException(file.name() + ": is a zip archive: unpack it first");
        }
        if (!charset(bytes).equals(StandardCharsets.UTF_8)) {
            return;
        }
        for (int i = 0; i < Math.min(bytes.length, SNIFFED_BYTES); i++) {
            if (bytes[i] == 0) {
                throw new InvalidFileException(file.name() + ": must be text but byte " + i + " is 0: a binary file");
            }
        }
    }

    private static Charset charset(byte[] bytes) {
        if (startsWith(bytes, 0xff, 0xfe)) {
            return StandardCharsets.UTF_16LE;
        }
        if (startsWith(bytes, 0xfe, 0xff)) {
            return StandardCharsets.UTF_16BE;
        }
        return StandardCharsets.UTF_8;
    }

    private static boolean startsWith(byte[] bytes, int... start) {
        for (int i = 0; i < start.length; i++) {
            if (i >= bytes.length || (bytes[i] & 0xff) != start[i]) {
                return false;
            }
        }
        return true;
    }
}
