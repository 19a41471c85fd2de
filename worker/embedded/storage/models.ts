// Buckets and files as response bodies.
import type { Row } from "../http/queries";
import type { Bucket, StoredFile } from "../store/files";

export function bucketModel(bucket: Bucket): Row {
  return {
    $id: bucket.id,
    $createdAt: bucket.createdAt,
    $updatedAt: bucket.updatedAt,
    $permissions: bucket.permissions,
    fileSecurity: bucket.hasFileSecurity,
    name: bucket.name,
    enabled: bucket.isEnabled,
    maximumFileSize: bucket.maximumFileSize,
    allowedFileExtensions: bucket.allowedFileExtensions,
    compression: "none",
    encryption: bucket.hasEncryption,
    antivirus: true,
    transformations: true,
    totalSize: 0,
  };
}

/** An incomplete file has no signature, type or stored size yet. */
export function fileModel(file: StoredFile): Row {
  return {
    $id: file.id,
    bucketId: file.bucketId,
    $createdAt: file.createdAt,
    $updatedAt: file.updatedAt,
    $permissions: file.permissions,
    name: file.name,
    signature: file.signature,
    mimeType: file.mimeType,
    sizeOriginal: file.size,
    sizeActual: file.isEncrypted ? encryptedSize(file.storedSize) : file.storedSize,
    chunksTotal: file.chunksTotal,
    chunksUploaded: file.chunksUploaded,
    encryption: file.isComplete && file.isEncrypted,
    compression: file.isComplete ? "none" : "",
  };
}

/** The `sizeActual` of a real server, which stores the bytes encrypted and in base64. */
function encryptedSize(bytes: number): number {
  return Math.ceil(bytes / 3) * 4;
}
